import { Alert, Anchor, Badge, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { QuestionSummary } from '../../../../api_types/submissions.ts'
import { fields } from '../../plugins/fields.ts'
import { translateFrom } from '../../plugins/translate.ts'
import { AnswerCell, type CellDrawing } from '../answer_cell.tsx'
import { cellText } from '../cell_text.ts'
import { sameView } from '../view_in_address.ts'
import { Bars } from './bars.tsx'
import { CrossTable, isCross } from './cross_table.tsx'
import type { WrittenText } from './newest_texts.ts'
import classes from './summary.module.css'

type PartSummary = QuestionSummary['parts'][number]

/** What was answered to one question. What its kind fails at is said here, and nowhere else. */
export function QuestionCard(props: {
  drawing: CellDrawing
  question: QuestionSummary
  texts: readonly WrittenText[]
}) {
  const { question } = props
  const { label, section, removed, answered, fault, parts } = question
  const name = useId()
  const told = parts.filter((part) => part.answered > 0)
  return (
    <article className={classes.card} aria-labelledby={name}>
      <div className={classes.heading}>
        <h2 id={name} className={classes.label} dir="auto">
          {label}
        </h2>
        {removed && (
          <Badge variant="default" radius="sm" tt="none">
            Removed
          </Badge>
        )}
      </div>
      <Text size="sm" c="dimmed" className="fw-numbers">
        {section !== null && `${section} · `}
        {answered === 0 ? 'No answers' : answersIn(answered)}
      </Text>
      {fault !== null && (
        <Alert color="amber" variant="light" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
          {fault}
        </Alert>
      )}
      {isCross(told) ? (
        <CrossTable name={name} parts={told} />
      ) : (
        told.map((part) => (
          <Part
            key={part.part}
            part={part}
            kind={question.kind}
            question={name}
            alone={parts.length === 1 || part.part === ''}
          />
        ))
      )}
      {fault === null && told.some(isText) && <Texts {...props} />}
    </article>
  )
}

function answersIn(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'answer' : 'answers'}`
}

/** Whether it says something that only its texts can tell: what was counted is told by then. */
function isText({ part, type, counts }: PartSummary): boolean {
  return part === '' && type === 'text' && counts === undefined
}

/** What is known of one part: how often each value was given, or where the values lie. */
function Part(props: { part: PartSummary; kind: string; question: string; alone: boolean }) {
  const { part, kind, question } = props
  const { counts, answered, type } = part
  const name = useId()
  const facts = factsOf(part, kind)
  const heading = props.alone ? undefined : part.label
  if (!heading && !counts && facts.length === 0) return null
  return (
    <div className={classes.part}>
      {heading && (
        <h3 id={name} className={classes.partLabel} dir="auto">
          {heading}
        </h3>
      )}
      {counts && (
        <Bars
          name={heading ? `${question} ${name}` : question}
          counts={counts.map((one) => inWords(one, type))}
          answered={answered}
          whole={type === 'number'}
        />
      )}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([called, value]) => (
            <div key={called}>
              <dt>{called}</dt>
              <dd className="fw-numbers">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {heading && !counts && facts.length === 0 && <Text size="sm">{answersIn(answered)}</Text>}
    </div>
  )
}

/** What is said in figures: those of its kind first, then where the values lie. */
function factsOf({ numbers, range, figures, type }: PartSummary, kind: string) {
  const t = translateFrom(fields[kind]?.texts ?? {})
  const own = Object.entries(figures ?? {}).map(
    ([called, figure]) => [t(`summary.${called}`), cellText(figure, 'number')] as const,
  )
  if (numbers) {
    return [
      ...own,
      ['Minimum', cellText(numbers.min, 'number')],
      ['Average', cellText(Number(numbers.mean.toPrecision(6)), 'number')],
      ['Maximum', cellText(numbers.max, 'number')],
    ]
  }
  if (!range) return own
  return [
    ...own,
    ['First', cellText(range.first, cellType(type))],
    ['Last', cellText(range.last, cellType(type))],
  ]
}

function inWords(one: { value: string; label: string; count: number }, type: PartSummary['type']) {
  if (type === 'boolean') return { ...one, label: one.value === 'true' ? 'Yes' : 'No' }
  return type === 'number' ? { ...one, label: cellText(Number(one.value), 'number') } : one
}

function cellType(type: PartSummary['type']) {
  return type === 'date' || type === 'time' || type === 'datetime' ? type : 'text'
}

/** What people wrote last, as the table shows it; each leads to the submission it is of. */
function Texts(props: { drawing: CellDrawing; texts: readonly WrittenText[] }) {
  const { drawing } = props
  const [params] = useSearchParams()
  if (props.texts.length === 0) return null
  return (
    <div className={classes.part}>
      <h3 className={classes.partLabel}>Newest answers</h3>
      <ul className={classes.texts}>
        {props.texts.map(({ row, column, index }) => (
          <li key={row.id}>
            <Anchor
              component={Link}
              to={`/forms/${drawing.slug}/show/submissions${sameView(params, { submission: row.id })}`}
              c="inherit"
              className={classes.written}
            >
              <span className={classes.text} dir="auto">
                <AnswerCell row={row} column={column} index={index} drawing={drawing} />
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  )
}
