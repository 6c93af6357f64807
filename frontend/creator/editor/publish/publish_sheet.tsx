import { Alert, Button, Drawer, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Check } from '../../../../api_types/drafts.ts'
import type { Form } from '../../../../api_types/forms.ts'
import type { DocumentProblem } from '../../../../engine/document/problems.ts'
import { ApiError, firstErrors } from '../../../api/api_error.ts'
import { checkQuery, usePublish } from '../../../api/draft.ts'
import { refreshForms } from '../../../api/forms.ts'
import { DelayedFallback } from '../../../design/delayed_fallback.tsx'
import { useOneAtATime } from '../../../design/one_at_a_time.ts'
import type { SaveState } from '../draft/store.ts'
import { spoken } from '../blocks/references.ts'
import { leadTo } from '../panel/wanted_setting.ts'
import { useEditor, useObserved, useRevision, useSaveState } from '../use_editor.ts'
import { Versions } from '../versions/versions.tsx'
import { Weight } from './page_weight.tsx'
import { Changes, isEmpty } from './changes.tsx'
import { Published } from './published.tsx'
import classes from './publish.module.css'

/** What changed since the last version, what stands in the way, a note, and the button that publishes. */
export function PublishSheet(props: { form: Form; opened: boolean; onClose: () => void }) {
  const [dialog, setDialog] = useState(false)
  return (
    <Drawer
      // Escape is for the dialog in front
      closeOnEscape={!dialog}
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={440}
      // the form stays in view, and can be looked at while one reads what changes
      withOverlay={false}
      lockScroll={false}
      shadow="xl"
      title="Publish"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {props.opened && <Sheet {...props} onDialog={setDialog} />}
    </Drawer>
  )
}

function Sheet(props: { form: Form; onClose: () => void; onDialog: (open: boolean) => void }) {
  const { form, onDialog } = props
  const client = useQueryClient()
  const editor = useEditor()
  const revision = useRevision()
  const { save, known, check, checking, error } = useCheck(form.slug, revision)
  const saved = save.state === 'saved'
  const publish = usePublish(form.slug)
  const note = useObserved(editor.note)
  const [done, setDone] = useState<{ version: number; revision: number }>()
  const errors = check?.problems.filter(({ severity }) => severity === 'error') ?? []
  const noteError = firstErrors(publish.error).note
  // what is known of an earlier state says nothing of this one: the form can be changed while the sheet is open
  const published =
    form.state !== 'draft' && check?.revision === revision && isEmpty(check.changes)
      ? form.published_version
      : null
  // changed and changed back: the bar does not know yet
  const untold = published !== null && form.has_unpublished_changes
  useEffect(() => {
    if (untold) void refreshForms(client)
  }, [client, untold])

  const go = useOneAtATime(async () => {
    if (!check) return
    try {
      const body = { revision: check.revision, ...(note.trim() && { note: note.trim() }) }
      const { version } = await publish.mutateAsync(body)
      editor.store.published()
      // what was typed meanwhile is for the next one
      if (editor.note.get() === note) editor.note.set('')
      setDone({ version, revision: check.revision })
    } catch (error) {
      // someone else's change arrived in between, or the check found something: look again
      if (error instanceof ApiError && (error.code === 'E_REVISION' || error.code === 'E_CHECK')) {
        await client.invalidateQueries({ queryKey: checkQuery(form.slug, revision).queryKey })
      }
    }
  })

  // what others changed may be published before it came here
  if (saved && done && revision <= done.revision)
    return <Published form={form} version={done.version} justNow onDialog={onDialog} />
  if (saved && published !== null) return <Published form={form} version={published} onDialog={onDialog} />
  return (
    <Stack gap="lg">
      {(!saved || checking) && (
        <Text c="dimmed" role="status">
          {saved ? 'Checking the form…' : waitingFor(save)}
        </Text>
      )}
      {checking && (
        <DelayedFallback>
          <Skeleton h={120} />
        </DelayedFallback>
      )}
      {error && <Alert color="red">{error.message}</Alert>}
      {check && (
        <>
          <Problems form={form} problems={check.problems} onGo={props.onClose} />
          <WhatChanges form={form} check={check} />
          {errors.length === 0 && <Weight slug={form.slug} revision={check.revision} onGo={props.onClose} />}
        </>
      )}
      <Note text={note} error={noteError} onText={editor.note.set} />
      {known && known.version > 1 && <FoldedVersions form={form} onDialog={onDialog} />}
      {publish.error && !noteError && (
        <Alert color="red" role="alert">
          {publish.error instanceof ApiError && publish.error.code === 'E_REVISION'
            ? 'Not published: the form was changed meanwhile. Review the changes above, then publish again.'
            : publish.error.message}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button
          w="100%"
          loading={publish.isPending}
          disabled={!saved || !check || errors.length > 0}
          onClick={() => go()}
        >
          {known ? `Publish version ${known.version}` : 'Publish'}
        </Button>
      </div>
    </Stack>
  )
}

/**
 * What the server finds in the draft as it is now, once all of it is saved; `known` is what it found when it looked
 * last.
 */
function useCheck(slug: string, revision: number) {
  const save = useSaveState()
  const saved = save.state === 'saved'
  const query = useQuery({
    ...checkQuery(slug, revision),
    enabled: saved,
    placeholderData: keepPreviousData,
  })
  const known = query.data
  const checking = query.isFetching && known?.revision !== revision
  return { save, known, checking, check: saved && !checking ? known : undefined, error: query.error }
}

/** What was published before, folded and not asked for until somebody wants to see it. */
function FoldedVersions(props: { form: Form; onDialog: (open: boolean) => void }) {
  // a note that is being written is seen
  const [begun] = useState(useEditor().versionNotes.get().size > 0)
  const [open, setOpen] = useState(begun)
  return (
    <details
      className={classes.note}
      open={begun || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Versions</summary>
      {open && <Versions {...props} changed />}
    </details>
  )
}

/** What members read of the version, folded until somebody wants to say it. */
function Note(props: { text: string; error: string | undefined; onText: (text: string) => void }) {
  const [begun] = useState(props.text !== '')
  return (
    <details className={classes.note} open={begun || props.error !== undefined || undefined}>
      <summary>Add a note</summary>
      <Textarea
        label="Note for this version"
        description="Only members see it."
        autosize
        minRows={2}
        value={props.text}
        error={props.error}
        onChange={(event) => props.onText(event.currentTarget.value)}
      />
    </details>
  )
}

/** Why publishing has to wait. */
function waitingFor(save: SaveState): string {
  if (save.state === 'saving') return 'Saving your last changes…'
  if (save.state !== 'failed') return 'Publishing needs a connection.'
  if (save.rows) return 'Some changes are not saved. Fix or discard them, then publish.'
  return `Your last changes could not be saved: ${save.message}`
}

function Problems(props: { form: Form; problems: readonly DocumentProblem[]; onGo: () => void }) {
  const editor = useEditor()
  if (props.problems.length === 0) return <Text>Ready to publish.</Text>
  const errors = props.problems.filter(({ severity }) => severity === 'error').length
  return (
    <section aria-label="Check">
      <h3 className={classes.title}>
        {errors > 0
          ? `${counted(errors, 'problem')} to fix first`
          : counted(props.problems.length, 'warning')}
      </h3>
      <ul className={classes.list}>
        {props.problems.map((problem, index) => {
          const Icon = problem.severity === 'error' ? IconAlertCircle : IconAlertTriangle
          const lead = leadTo(problem, editor)
          return (
            <li key={index} className={classes.problem} data-severity={problem.severity}>
              <Icon size={16} stroke={1.5} aria-label={problem.severity === 'error' ? 'Error' : 'Warning'} />
              {problem.integration !== undefined ? (
                <Link
                  className={classes.link}
                  to={`/forms/${props.form.slug}/show/integrations?integration=${problem.integration}`}
                >
                  {spoken(editor, problem.message)}
                </Link>
              ) : lead === undefined ? (
                <span>{spoken(editor, problem.message)}</span>
              ) : (
                <button
                  type="button"
                  className={classes.link}
                  onClick={() => {
                    props.onGo()
                    lead()
                  }}
                >
                  {spoken(editor, problem.message)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** What the version that is to be is compared with. */
function changesSince(form: Form, version: number): string {
  if (form.published_version !== null) return 'Since the last version'
  return version === 1 ? 'The first version' : 'In this version'
}

function WhatChanges({ form, check }: { form: Form; check: Check }) {
  if (isEmpty(check.changes)) return null
  return (
    <section aria-label="What changes">
      <h3 className={classes.title}>{changesSince(form, check.version)}</h3>
      <Changes changes={check.changes} />
    </section>
  )
}
