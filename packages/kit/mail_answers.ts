import type { Question } from './integration.ts'
import type { MailAnswer } from './mail.ts'

/** The answers of a submission as a mail tells them: those of a section that repeats one after the other, by item. */
export function mailAnswers(questions: readonly Question[]): MailAnswer[] {
  return questions.flatMap((question) => {
    if (!question.items) return [answerTo(question, question.label)]
    return question.items.flatMap((item) =>
      item.questions.map((inside) => answerTo(inside, `${item.title}: ${inside.label}`)),
    )
  })
}

/** Ids of the files that were sent with a submission, in order. */
export function sentFiles(questions: readonly Question[]): string[] {
  return questions.flatMap((question) => [
    ...question.parts.flatMap(({ value }) => filesIn(value).map(({ id }) => id)),
    ...(question.items ?? []).flatMap((item) => sentFiles(item.questions)),
  ])
}

function answerTo({ text, parts }: Question, label: string): MailAnswer {
  const files = parts.flatMap(({ value }) => filesIn(value))
  const linked = files.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]))
  return { label, text, ...(linked.length > 0 && linked.length === files.length && { files: linked }) }
}

function filesIn(value: unknown): { id: string; name: string; url?: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((file: unknown) => {
    const { id, name, url }: Record<string, unknown> = Object(file)
    if (typeof id !== 'string' || typeof name !== 'string') return []
    return [{ id, name, ...(typeof url === 'string' && { url }) }]
  })
}
