import type { AnswerPart, IntegrationEvent, Question } from '@formwright/kit/integration'

/** What a Zap works with: answers by key, as people read them, but for what Zapier can reckon with. */
type Answered =
  | string
  | number
  | boolean
  | null
  | readonly object[]
  | { text: string | null; parts: { [part: string]: Answered } }

/**
 * What a Zap gets of an event. Zapier tells items of a list apart by `id`: a submission has its own, each time that it is
 * changed or deleted another one.
 */
export function payloadOf({ name, occurredAt, form, submission }: IntegrationEvent) {
  const { id, receivedAt, url = null, questions } = submission
  const about = { event: name, submission_id: id, received_at: receivedAt }
  const from = { form: { id: form.id, title: form.title, url: form.url ?? null } }
  if (name === 'submission.deleted')
    return { id: timed(id, occurredAt), ...about, deleted_at: occurredAt, ...from }
  const told = { ...from, url, answers: answersOf(questions) }
  return name === 'submission.updated'
    ? { id: timed(id, occurredAt), ...about, updated_at: occurredAt, ...told }
    : { id, ...about, ...told }
}

function timed(id: string, at: string): string {
  return `${id}.${Date.parse(at)}`
}

/** Every question of the form, without an answer too: a Zap finds the same fields each time. */
function answersOf(questions: readonly Question[]): { [key: string]: Answered } {
  return Object.fromEntries(questions.map((question) => [question.key, answered(question)]))
}

function answered({ text, parts, items }: Question): Answered {
  if (items) return items.map((item) => answersOf(item.questions))
  const [first, ...others] = parts
  if (first?.id === '' && others.length === 0) return valueOf(first)
  const byId = parts.filter(({ id }) => id !== '').map((part) => [part.id, valueOf(part)])
  return { text: text === '' ? null : text, parts: Object.fromEntries(byId) }
}

function valueOf({ type, value, text }: AnswerPart): Answered {
  if (type === 'number') return typeof value === 'number' ? value : null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (type === 'file') return Array.isArray(value) ? value : []
  if (type === 'date' || type === 'time' || type === 'datetime')
    return typeof value === 'string' ? value : null
  return text === '' ? null : text
}
