import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FileReference } from '@formwright/kit/answer'
import { CODE } from '@formwright/kit/confirmation'
import type { Upload } from '@formwright/kit/control'
import { emptySettings } from '../../../engine/document/document.ts'
import type { Form } from '../../../api_types/forms.ts'
import type { Submission } from '../../../api_types/submissions.ts'
import { ApiError } from '../../api/api_error.ts'
import { sendFile, withQuery } from '../../api/client.ts'
import { useForm } from '../../api/forms.ts'
import { useEditSubmission, useReadSubmission } from '../../api/submissions.ts'
import { LeaveUnsaved } from '../../design/leave_unsaved.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { toast } from '../../design/toasts.tsx'
import { fieldPath } from '../../respondent/paths.ts'
import { LOCALE, wordsOfProblems } from '../plugins/filled_control.tsx'
import { usePaperStyle } from '../plugins/paper_style.ts'
import {
  askedIn,
  type Asked,
  changedLists,
  everyAsked,
  isAsked,
  type ItemLists,
  itemsOf,
  type NotAsked,
  type Place,
  stateAt,
} from './asked.ts'
import { AskedItems } from './asked_items.tsx'
import { AskedView, NotAskedView } from './asked_view.tsx'
import classes from './edit_answers.module.css'

const CHANGED_TOO = 'Somebody else has just changed this. Save again to put yours in its place.'

/** So often in a row somebody may be quicker. */
const MOST_QUICKER = 5

const LOOK = emptySettings('').appearance

/** What was asked, in order. */
type Places = readonly Place[]

/** What was changed. */
interface Edited {
  /** by path of the question */
  raws: Readonly<Record<string, unknown>>
  lists: ItemLists
}

/** What is wrong, by path of the question; under `''` what belongs to none that is shown. */
type Wrong = Readonly<Record<string, readonly string[]>>

interface Editing {
  form: Form
  data: Submission
  onClose: () => Promise<void>
}

/** Saving over what others may have changed meanwhile; `see` is to be told of what is about to be changed here. */
function useSaveOver({ form, data }: Pick<Editing, 'form' | 'data'>, places: Places, key: string) {
  const edit = useEditSubmission(form)
  const readNow = useReadSubmission(form)
  // what stood there when it was first changed here, by path
  const seen = useRef(new Map<string, string>())
  const see = (path: string) => {
    if (!seen.current.has(path)) seen.current.set(path, stateAt(places, path))
  }
  /** What somebody else has changed as well, each told of once: who then saves again means it. */
  const changedByOthers = (read: Submission, lists: ItemLists): Wrong => {
    const now = askedIn(read)
    const shown = shownPaths(now, lists)
    const found: Record<string, string[]> = {}
    for (const [path, before] of seen.current) {
      const state = stateAt(now, path)
      if (state !== before && shown.has(path)) found[path] = [CHANGED_TOO]
      seen.current.set(path, state)
    }
    return found
  }
  /** Saves over exactly what was compared; answers what others changed, with which nothing is saved. */
  const saveOver = async (answers: Readonly<Record<string, unknown>>, lists: ItemLists): Promise<Wrong> => {
    for (let left = MOST_QUICKER; ; left--) {
      const now = await readNow(data.id)
      const others = changedByOthers(now, lists)
      if (Object.keys(others).length > 0) return others
      try {
        await edit.mutateAsync({ id: data.id, etag: now.etag, answers, submission_key: key })
        return {}
      } catch (error) {
        // somebody was quicker: what they saved is compared, too
        if (left === 0 || !(error instanceof ApiError) || error.status !== 412) throw error
      }
    }
  }
  return { see, saveOver }
}

/** What is typed into the questions, and saving it; `tell` is told what is wrong with it. */
function useEdited({ form, data, onClose }: Editing, places: Places, tell: (found: Wrong) => void) {
  const [edited, setEdited] = useState<Edited>({ raws: {}, lists: {} })
  const latest = useRef(edited)
  const uploads = useRef(new Set<Promise<FileReference>>())
  const [saving, setSaving] = useState(false)
  // one for all files of this edit
  const [key] = useState(() => crypto.randomUUID())
  const { see, saveOver } = useSaveOver({ form, data }, places, key)
  const save = useOneAtATime(async () => {
    setSaving(true)
    try {
      // a file that is on its way belongs to it
      while (uploads.current.size > 0) await Promise.allSettled(uploads.current)
      const { answers, found } = read(places, latest.current, Date.parse(data.received_at))
      if (Object.keys(found).length > 0) return tell(found)
      const others = await saveOver(answers, latest.current.lists)
      if (Object.keys(others).length > 0) return tell(others)
      toast.success('Answers changed.')
      await onClose()
    } catch (error) {
      const told = toldOf(error, shownPaths(places, latest.current.lists))
      if (told) tell(told)
      else toast.failure(error)
    } finally {
      setSaving(false)
    }
  })
  const change = (next: Edited) => {
    latest.current = next
    setEdited(next)
  }
  const set = (path: string, raw: unknown) => {
    see(path)
    const { raws, lists } = latest.current
    change({ raws: { ...raws, [path]: raw }, lists })
  }
  /** What was typed in an item that is removed goes with it. */
  const setItems = (section: string, ids: readonly string[]) => {
    see(section)
    const { raws, lists } = latest.current
    const kept = Object.entries(raws).filter(([path]) => {
      const [outer, item = ''] = path.split('.')
      return outer !== section || ids.includes(item)
    })
    change({ raws: Object.fromEntries(kept), lists: { ...lists, [section]: ids } })
  }
  const upload =
    (one: Asked): Upload =>
    (...file) => {
      const sent = sendTo(form, data, one, key, ...file)
      const done = () => uploads.current.delete(sent)
      uploads.current.add(sent)
      sent.then(done, done)
      return sent
    }
  return { ...edited, set, setItems, upload, save, saving }
}

interface Opened extends Pick<Editing, 'form' | 'data'> {
  /** by somebody else, meanwhile */
  deleted: boolean
  opened: boolean
  onClose: () => void
}

/** Closing, where the form may be gone by then, and back again. */
function useClosing(form: Form, onClose: () => void) {
  const { error, refetch } = useForm(form.slug)
  const formGone = error instanceof ApiError && error.status === 404
  const close = async () => {
    // the page behind is drawn as the form is then
    if (formGone) await refetch()
    onClose()
  }
  return { formGone, close }
}

/** Changes answers of a submission: in the controls of the form, checked as they were when they were given. */
export default function EditAnswers(props: Opened) {
  const { form, data, opened } = props
  const { formGone, close } = useClosing(form, props.onClose)
  const places = useMemo(() => askedIn(data), [data])
  const [wrong, setWrong] = useState<Wrong>({})
  const sheet = useRef<HTMLFormElement>(null)
  const tell = (found: Wrong) => {
    flushSync(() => setWrong(found))
    goToWrong(sheet.current)
  }
  const { raws, lists, set, setItems, upload, save, saving } = useEdited(
    { form, data, onClose: close },
    places,
    tell,
  )
  const changed = Object.keys(raws).length > 0 || Object.keys(changedLists(places, lists)).length > 0
  const draw = (one: Asked | NotAsked) =>
    isAsked(one) ? (
      <AskedView
        key={one.path}
        asked={one}
        raw={one.path in raws ? raws[one.path] : rawOf(one)}
        now={Date.parse(data.received_at)}
        problems={wrong[one.path] ?? []}
        upload={upload(one)}
        set={(raw) => set(one.path, raw)}
      />
    ) : (
      <NotAskedView key={one.path} {...one} />
    )
  usePaperStyle(LOOK)
  useReturnFocus(opened)

  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      returnFocus={false}
      size="lg"
      classNames={{ content: classes.content }}
      title="Edit answers"
      closeOnClickOutside={false}
      closeOnEscape={!changed}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        ref={sheet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <LeaveUnsaved unsaved={changed && opened} />
        {(formGone || props.deleted) && <Gone form={form} formGone={formGone} changed={changed} />}
        {wrong[''] && <Elsewhere words={wrong['']} />}
        {places.length === 0 && <Text>No answer of this submission can be changed.</Text>}
        <div className={`fw-paper ${classes.sheet}`} data-page>
          {places.map((place) =>
            'given' in place ? (
              <AskedItems
                key={place.given.block}
                section={place}
                lists={lists}
                problems={wrong[place.given.block] ?? []}
                draw={draw}
                change={(ids) => setItems(place.given.block, ids)}
              />
            ) : (
              draw(place)
            ),
          )}
        </div>
        <Foot changed={changed} saving={saving} onCancel={() => void close()} />
      </form>
    </Modal>
  )
}

/** Where something is wrong first is seen, and its control has the focus. */
function goToWrong(sheet: HTMLElement | null): void {
  const place = sheet?.querySelector('.wrong, [role="alert"]')
  const control = place?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button')
  place?.scrollIntoView({ block: 'nearest' })
  control?.focus()
}

/** That there is nothing to save into for now, and how it comes back. */
function Gone({ form, formGone, changed }: { form: Form; formGone: boolean; changed: boolean }) {
  const bin = formGone ? '/home/bin' : `/forms/${form.slug}/show/submissions/bin`
  return (
    <Alert color="amber" variant="light" role="status" mb="md">
      {formGone
        ? 'This form was deleted, or you may not open it any more. '
        : 'This submission was deleted. '}
      {'For 30 days it can be restored from the '}
      <Anchor href={bin} target="_blank" inherit underline="always">
        bin
      </Anchor>
      {changed ? '. What you changed here can be saved then: leave this page open.' : '.'}
    </Alert>
  )
}

function Foot(props: { changed: boolean; saving: boolean; onCancel: () => void }) {
  return (
    <Group justify="flex-end" gap="sm" className={classes.foot}>
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={props.saving} disabled={!props.changed}>
        Save answers
      </Button>
    </Group>
  )
}

/** What is wrong with questions that are not shown. */
function Elsewhere({ words }: { words: readonly string[] }) {
  return (
    <Alert color="red" variant="light" role="alert" mb="md">
      {words.map((said) => (
        <Text key={said}>{said}</Text>
      ))}
    </Alert>
  )
}

function rawOf({ field, answer }: Asked): unknown {
  return answer === null ? undefined : field.toRaw(answer)
}

/**
 * What was changed, by path, as the server takes it, and what of it cannot be read. In a new item nothing else is answered,
 * by a default neither.
 */
function read(places: Places, { raws, lists }: Edited, now: number) {
  const answers: Record<string, unknown> = { ...changedLists(places, lists) }
  const found: Record<string, string[]> = {}
  for (const { path, field, plugin } of everyAsked(places, lists)) {
    if (!(path in raws)) continue
    const { answer, problems } = field.parse(raws[path], { locale: LOCALE, now, source: 'form' })
    answers[path] = answer ?? null
    // members of the workspace type no code
    const wrong = field.confirms ? problems.filter(({ part }) => part !== CODE) : problems
    if (wrong.length > 0) found[path] = wordsOfProblems(plugin, wrong)
  }
  const isNew = places
    .flatMap((place) => ('given' in place ? itemsOf(place, lists) : []))
    .filter((item) => item.isNew)
  for (const { path } of isNew.flatMap((item) => item.asked.filter(isAsked))) answers[path] ??= null
  return { answers, found }
}

/** Where what is wrong can be shown. */
function shownPaths(places: Places, lists: ItemLists): ReadonlySet<string> {
  const sections = places.flatMap((place) => ('given' in place ? [place.given.block] : []))
  return new Set([...sections, ...everyAsked(places, lists).map(({ path }) => path)])
}

/** What the server found wrong with the answers; undefined for another failure. */
function toldOf(error: unknown, shown: ReadonlySet<string>): Wrong | undefined {
  if (!(error instanceof ApiError) || error.code !== 'E_ANSWERS' || !Array.isArray(error.details))
    return undefined
  const found: Record<string, string[]> = {}
  for (const detail of error.details) {
    const { path, key, text }: Record<string, unknown> = Object(detail)
    const place = fieldPath(String(path))
    const words = String(text)
    if (shown.has(place)) (found[place] ??= []).push(words)
    else (found[''] ??= []).push(typeof key === 'string' ? `${key}: ${words}` : words)
  }
  return found
}

/** Sends a file as the form itself does: it becomes the submission's own when the answers are saved. */
async function sendTo(
  form: Form,
  { version }: Submission,
  { path }: Asked,
  key: string,
  ...[file, onProgress, signal]: Parameters<Upload>
): Promise<FileReference> {
  const query = { block: path, key, version, name: file.name }
  const to = withQuery(`/api/forms/${form.slug}/files`, query)
  try {
    return (await sendFile<{ data: FileReference }>(to, file, { onProgress, signal })).data
  } catch (error) {
    const [said] = error instanceof ApiError && Array.isArray(error.details) ? error.details : []
    throw typeof said?.text === 'string' ? new Error(said.text) : error
  }
}
