import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Submission } from '../../../api_types/submissions.ts'
import { dateTime } from '../../design/time.ts'
import { AnswerView, type FileUrl } from './answer_view.tsx'
import { ItemsView } from './items_view.tsx'
import classes from './submission_panel.module.css'

/** All that one submission says: its answers as they were asked, and how it was edited. */
export function SubmissionAnswers(props: { data: Submission; fileUrl: FileUrl }) {
  const { data, fileUrl } = props
  return (
    <>
      {data.too_long && <Warning>{tooLongWords(data.too_long)}</Warning>}
      {data.lost_files.length > 0 && <Warning>{lostWords(data.lost_files)}</Warning>}
      <Answers data={data} fileUrl={fileUrl} />
      {data.edits.length > 0 && <Edits edits={data.edits} />}
    </>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <Alert color="amber" variant="light" mb="md" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
      {children}
    </Alert>
  )
}

/** Who changed which answers, and when. */
function Edits({ edits }: { edits: Submission['edits'] }) {
  return (
    <details className={classes.edits}>
      <summary>{edits.length === 1 ? 'Edited once' : `Edited ${edits.length} times`}</summary>
      <ul>
        {edits.map(({ edited_at, edited_by, labels }) => (
          <li key={edited_at}>
            {dateTime(edited_at)}, <bdi>{edited_by?.name ?? 'somebody without an account here'}</bdi>:{' '}
            {labels.map((label, index) => (
              <Fragment key={index}>
                {index > 0 && ', '}
                <bdi>{label}</bdi>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The answers as they were asked; questions without one are folded below them. */
function Answers(props: { data: Submission; fileUrl: FileUrl }) {
  const { data, fileUrl } = props
  const [unanswered, answered] = partition(data.answers, (given) => isUnanswered(given, data.excused))
  return (
    <>
      <AnswerList fileUrl={fileUrl} data={data} given={answered} />
      {unanswered.length > 0 && (
        <details className={classes.unanswered} key={data.id} open={answered.length === 0}>
          <summary>
            {unanswered.length === 1
              ? '1 question without an answer'
              : `${unanswered.length} questions without an answer`}
          </summary>
          <AnswerList fileUrl={fileUrl} data={data} given={unanswered} />
        </details>
      )}
    </>
  )
}

function tooLongWords(names: readonly string[]): string {
  if (names.length === 0)
    return 'A rule made a text that was too long here, and went on without it. Limit the length of the answers that it puts together.'
  const quoted = new Intl.ListFormat('en').format(names.map((name) => `“${name}”`))
  return names.length === 1
    ? `${quoted} has no value here: its text would have been too long. Limit the length of the answers that it puts together.`
    : `${quoted} have no value here: their texts would have been too long. Limit the length of the answers that they put together.`
}

/** So many lost files are named. */
const NAMED = 3

function lostWords(names: readonly string[]): string {
  const more = names.length - NAMED
  const named = names.slice(0, NAMED).map((name) => `“${name}”`)
  const all = new Intl.ListFormat('en').format(more > 0 ? [...named, `${more} more`] : named)
  return names.length === 1
    ? `${all} is not where the server keeps its files. Whoever runs the server may put it back from a backup.`
    : `${all} are not where the server keeps its files. Whoever runs the server may put them back from a backup.`
}

type Given = Submission['answers'][number]

/** What could not be asked is told among the answers: it is no choice of whoever answered. */
function isUnanswered(given: Given, excused: readonly string[]): boolean {
  if ('items' in given) return given.items.length === 0
  return given.answer === null && !excused.includes(given.block)
}

function partition<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

function AnswerList(props: { fileUrl: FileUrl; data: Submission; given: readonly Given[] }) {
  const { fileUrl, data } = props
  return (
    <dl className={classes.answers}>
      {props.given.map((given) => (
        <div key={given.block} dir="auto">
          <dt>{given.label}</dt>
          <dd dir="auto">
            {'items' in given ? (
              <ItemsView key={data.id} fileUrl={fileUrl} given={given} excused={data.excused} />
            ) : (
              <AnswerView {...given} fileUrl={fileUrl} excused={data.excused.includes(given.block)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
