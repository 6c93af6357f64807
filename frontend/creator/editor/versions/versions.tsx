import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Form } from '../../../../api_types/forms.ts'
import type { VersionItem } from '../../../../api_types/versions.ts'
import { useVersions, versionQuery } from '../../../api/versions.ts'
import { Confirm } from '../../../design/confirm.tsx'
import { DelayedFallback } from '../../../design/delayed_fallback.tsx'
import { dateTime } from '../../../design/time.ts'
import { toast } from '../../../design/toasts.tsx'
import { fixedScheme } from '../../../respondent/theme.ts'
import { versionPath } from '../../forms/version_path.ts'
import { FormState } from '../../forms/form_state.tsx'
import { PreviewDialog } from '../preview/preview_dialog.tsx'
import { settingsOf } from '../blocks/block_of.ts'
import { useEditor } from '../use_editor.ts'
import { restoreVersion } from './restore_version.ts'
import { useWrittenNote } from './use_written_note.ts'
import { VersionChanges } from './version_changes.tsx'
import { NoteField, VersionNote } from './version_note.tsx'
import classes from './versions.module.css'
import type { WrittenNote } from './written_note.ts'

/**
 * What was published so far, newest first: to be looked at, or to go on from. `changed`: the draft holds what no version
 * does.
 */
export function Versions(props: {
  form: Form
  changed: boolean
  /** a dialog opened over the list, or closed */
  onDialog: (open: boolean) => void
}) {
  const { form, changed, onDialog } = props
  const { slug } = form
  const editor = useEditor()
  const client = useQueryClient()
  const query = useVersions(slug)
  const [shown, setShown] = useState<number>()
  // a question on its way out is still read for a moment
  const [question, ask] = useState({ number: 0, open: false })
  const asked = question.number
  const answered = () => ask({ number: asked, open: false })
  const dialog = shown !== undefined || question.open
  useEffect(() => {
    onDialog(dialog)
    return () => onDialog(false)
  }, [dialog, onDialog])
  const list = query.data?.pages.flatMap((page) => page.data) ?? []

  const restore = async (number: number) => {
    try {
      const version = await client.fetchQuery(versionQuery(slug, number))
      restoreVersion(editor, version, number === form.published_version)
    } catch (error) {
      toast.failure(error)
    }
  }

  if (query.error && list.length === 0) return <Alert color="red">{query.error.message}</Alert>
  if (!query.data) {
    return (
      <DelayedFallback>
        <Skeleton h={120} />
      </DelayedFallback>
    )
  }
  return (
    <>
      <ol className={classes.list}>
        {list.map((version) => (
          <Version
            key={version.number}
            slug={slug}
            version={version}
            older={list.flatMap(({ number }) => (number < version.number ? number : []))}
            current={version.number === form.published_version ? form : undefined}
            onView={() => setShown(version.number)}
            onRestore={
              version.number === form.published_version && !changed
                ? undefined
                : () => (changed ? ask({ number: version.number, open: true }) : void restore(version.number))
            }
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
      <Shown slug={slug} number={shown} onClose={() => setShown(undefined)} />
      <Confirm
        opened={question.open}
        title={`Restore version ${asked}?`}
        action="Restore"
        onClose={answered}
        onConfirm={() => restore(asked)}
      >
        The draft becomes like version {asked}, without your unpublished changes. Undo brings them back while
        the editor is open. {seenOf(form, asked)} Submissions are kept.
      </Confirm>
    </>
  )
}

/** What respondents see of a version once the draft is like it. */
function seenOf({ state, published_version }: Form, number: number): string {
  return state === 'published' && number === published_version
    ? 'It is what respondents see already.'
    : 'Respondents see nothing of it until you publish.'
}

/** Buttons of a version: many of them stand below one another. */
const QUIET = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const

function Version(props: {
  slug: string
  version: VersionItem
  /** numbers of those listed that it can be compared with */
  older: readonly number[]
  /** the form, if this is what respondents see of it */
  current: Form | undefined
  onView: () => void
  onRestore: (() => void) | undefined
}) {
  const { slug, version } = props
  const { number, note, created_at, created_by } = version
  const name = `version ${number}`
  const [compared, setCompared] = useState(false)
  const { written, write, end } = useWrittenNote(number)
  const writing = written !== undefined
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <strong className={classes.name}>Version {number}</strong>
        {props.current && <FormState form={{ state: props.current.state, has_unpublished_changes: false }} />}
        {props.onRestore && (
          <Button
            {...QUIET}
            className={classes.restore}
            aria-label={`Restore ${name}`}
            onClick={props.onRestore}
          >
            Restore
          </Button>
        )}
      </div>
      <p className={classes.when}>
        <time dateTime={created_at}>{dateTime(created_at)}</time>
        {created_by && (
          <>
            {', '}
            <bdi>{created_by.name}</bdi>
          </>
        )}
      </p>
      {written && (
        <NoteField slug={slug} version={version} written={written} onWrite={write} onStored={end} />
      )}
      {!written && note !== null && <VersionNote name={name} text={note} />}
      <div className={classes.actions}>
        <Button
          {...QUIET}
          aria-expanded={compared}
          aria-label={`Changes of ${name}`}
          onClick={() => setCompared(!compared)}
        >
          Changes
        </Button>
        <Button {...QUIET} aria-label={`View ${name}`} onClick={props.onView}>
          View
        </Button>
        <Button
          component={Link}
          to={versionPath(slug, number)}
          {...QUIET}
          aria-label={`Submissions of ${name}`}
        >
          Submissions
        </Button>
        <NoteButton name={name} note={note} writing={writing} onWrite={write} />
      </div>
      {compared && <VersionChanges slug={slug} number={number} older={props.older} />}
    </li>
  )
}

/** Begins to write the note of a version. It gets the focus back from the field that was there instead of it. */
function NoteButton(props: {
  name: string
  note: string | null
  writing: boolean
  onWrite: (note: WrittenNote) => void
}) {
  const { name, note, writing } = props
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(writing)
  useEffect(() => {
    const ended = before.current && !writing
    before.current = writing
    if (ended && document.activeElement === document.body) button.current?.focus()
  }, [writing])
  if (writing) return null
  return (
    <Button
      ref={button}
      {...QUIET}
      aria-label={`${note === null ? 'Add note to' : 'Edit note of'} ${name}`}
      onClick={() => props.onWrite({ begun: Symbol(), was: note ?? '', text: note ?? '' })}
    >
      {note === null ? 'Add note' : 'Edit note'}
    </Button>
  )
}

/** A version as respondents see or saw it. */
function Shown(props: { slug: string; number: number | undefined; onClose: () => void }) {
  const { slug, number } = props
  const query = useQuery({ ...versionQuery(slug, number ?? 0), enabled: number !== undefined })
  const look = query.data?.rows.find(({ kind }) => kind === 'settings.appearance')?.content
  return (
    <PreviewDialog
      opened={number !== undefined}
      onClose={props.onClose}
      title={`Version ${number}`}
      address={`/forms/${slug}/versions/${number}/preview`}
      state={String(number)}
      fixed={look && fixedScheme(settingsOf('appearance', look))}
    />
  )
}
