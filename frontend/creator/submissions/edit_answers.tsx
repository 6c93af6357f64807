import { Alert, Button, Group, Modal, Text } from '@mantine/core'
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
import { useEditSubmission } from '../../api/submissions.ts'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { useReturnFocus } from '../../design/return_focus.ts'
import { toast } from '../../design/toasts.tsx'
import { fieldPath } from '../../respondent/paths.ts'
import { coreTexts } from '../../respondent/languages.ts'
import { problemText } from '../../respondent/problem_text.ts'
import { translator } from '../../respondent/translate.ts'
import { usePaperStyle } from '../plugins/paper_style.ts'
import { askedIn, type Asked } from './asked.ts'
import { AskedView, LOCALE } from './asked_view.tsx'
import classes from './edit_answers.module.css'

const LOOK = emptySettings('').appearance

/** What is wrong, by path of the question; under `''` what belongs to none that is shown. */
type Wrong = Readonly<Record<string, readonly string[]>>

interface Editing {
  form: Form
  data: Submission
  onClose: () => void
}

/** What is typed into the questions, and saving it; `tell` is told what is wrong with it. */
function useEdited({ form, data, onClose }: Editing, asked: readonly Asked[], tell: (found: Wrong) => void) {
  const [raws, setRaws] = useState<Readonly<Record<string, unknown>>>({})
  const latest = useRef(raws)
  const uploads = useRef(new Set<Promise<FileReference>>())
  const [saving, setSaving] = useState(false)
  // one for all files of this edit
  const [key] = useState(() => crypto.randomUUID())
  const edit = useEditSubmission(form)
  const save = useOneAtATime(async () => {
    setSaving(true)
    try {
      // a file that is on its way belongs to it
      while (uploads.current.size > 0) await Promise.allSettled(uploads.current)
      const { answers, found } = read(asked, latest.current, Date.parse(data.received_at))
      if (Object.keys(found).length > 0) return tell(found)
      await edit.mutateAsync({ id: data.id, answers, submission_key: key })
      toast.success('Answers changed.')
      onClose()
    } catch (error) {
      const told = toldOf(error, asked)
      if (told) tell(told)
      else toast.failure(error)
    } finally {
      setSaving(false)
    }
  })
  const set = (path: string, raw: unknown) => {
    latest.current = { ...latest.current, [path]: raw }
    setRaws(latest.current)
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
  return { raws, set, upload, save, saving }
}

/** Changes answers of a submission: in the controls of the form, checked as they were when they were given. */
export default function EditAnswers(props: Editing & { opened: boolean }) {
  const { data, opened, onClose } = props
  const asked = useMemo(() => askedIn(data), [data])
  const [wrong, setWrong] = useState<Wrong>({})
  const sheet = useRef<HTMLFormElement>(null)
  const tell = (found: Wrong) => {
    flushSync(() => setWrong(found))
    const place = sheet.current?.querySelector('.wrong, [role="alert"]')
    const control = place?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button')
    place?.scrollIntoView({ block: 'nearest' })
    control?.focus()
  }
  const { raws, set, upload, save, saving } = useEdited(props, asked, tell)
  const changed = Object.keys(raws).length > 0
  usePaperStyle(LOOK)
  useReturnFocus(opened)

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      size="lg"
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
        {wrong[''] && <Elsewhere words={wrong['']} />}
        {asked.length === 0 && <Text>No answer of this submission can be changed.</Text>}
        <div className={`fw-paper ${classes.sheet}`} data-page>
          {asked.map((one) => (
            <AskedView
              key={one.path}
              asked={one}
              raw={one.path in raws ? raws[one.path] : rawOf(one)}
              now={Date.parse(data.received_at)}
              problems={wrong[one.path] ?? []}
              upload={upload(one)}
              set={(raw) => set(one.path, raw)}
            />
          ))}
        </div>
        <Group justify="flex-end" gap="sm" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving} disabled={!changed}>
            Save answers
          </Button>
        </Group>
      </form>
    </Modal>
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

/** What was changed, by path, as the server takes it, and what of it cannot be read. */
function read(asked: readonly Asked[], raws: Readonly<Record<string, unknown>>, now: number) {
  const answers: Record<string, unknown> = {}
  const found: Record<string, string[]> = {}
  for (const { path, field, plugin } of asked) {
    if (!(path in raws)) continue
    const { answer, problems } = field.parse(raws[path], { locale: LOCALE, now, source: 'form' })
    answers[path] = answer ?? null
    // members of the workspace type no code
    const wrong = field.confirms ? problems.filter(({ part }) => part !== CODE) : problems
    if (wrong.length === 0) continue
    const t = translator('en', plugin.texts, coreTexts('en'))
    found[path] = wrong.map((problem) => problemText(problem, t))
  }
  return { answers, found }
}

/** What the server found wrong with the answers; undefined for another failure. */
function toldOf(error: unknown, asked: readonly Asked[]): Wrong | undefined {
  if (!(error instanceof ApiError) || error.code !== 'E_ANSWERS' || !Array.isArray(error.details))
    return undefined
  const shown = new Set(asked.map(({ path }) => path))
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
