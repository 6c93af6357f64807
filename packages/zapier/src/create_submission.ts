import { formField } from './forms.ts'
import { at, dataIn, members, part } from './requests.ts'
import { enteredParts, fieldKey, inputFields, questionsOf, type Question } from './questions.ts'
import { submissionFields, submissionSample, submissionsOf } from './triggers.ts'
import type { Bundle, Fields, Z } from './platform.ts'

type Input = Record<string, unknown> & { form?: string }

/** Sends a submission, and gives it back as a trigger would. */
async function create(z: Z, bundle: Bundle<Input>) {
  const { form } = bundle.inputData
  const questions = await questionsOf(z, bundle)
  const answered = await z.request({
    url: at(bundle, `forms/${part(form)}/submissions`),
    method: 'POST',
    body: { submission_key: crypto.randomUUID(), answers: answersIn(questions, bundle.inputData) },
  })
  const { id, received_at } = members(dataIn(answered))
  const [stored] = await submissionsOf(z, bundle, { submission: String(id) })
  // somebody may have deleted it at once
  return stored ?? { id, submission_id: id, received_at }
}

/** What was entered, by the key of each question; what was left empty is left out. */
function answersIn(
  questions: readonly Question[],
  entered: Record<string, unknown>,
): Record<string, unknown> {
  const answers: Record<string, unknown> = {}
  for (const question of questions) {
    const answer = question.items
      ? itemsIn(question.items, entered[`answer_${question.id}`])
      : answerIn(question, entered)
    if (answer !== undefined) answers[question.key] = answer
  }
  return answers
}

/** Line items: an object for each item of a section. */
function itemsIn(questions: readonly Question[], entered: unknown): object[] | undefined {
  if (!Array.isArray(entered)) return undefined
  const items = entered.map((item) => answersIn(questions, members(item)))
  return items.filter((item) => Object.keys(item).length > 0)
}

/** An answer of one value, or one whose parts lie where the API says. */
function answerIn(question: Question, entered: Record<string, unknown>): unknown {
  if (question.comes !== 'given') return undefined
  let answer: unknown
  for (const one of enteredParts(question)) {
    const value = entered[fieldKey(question, one)]
    if (isEmpty(value)) continue
    answer = one.id === '' ? value : placed(members(answer), one.path, value)
  }
  return answer
}

function placed(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  const inner: unknown = rest.length > 0 ? placed(members(into[name]), rest, value) : value
  return { ...into, [name]: inner }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const fields: Fields<Input> = [formField, async (z, bundle) => inputFields(await questionsOf(z, bundle))]

export const createSubmission = {
  key: 'create_submission',
  noun: 'Submission',
  display: { label: 'Create Submission', description: 'Fills in a form and sends it.' },
  operation: {
    inputFields: fields,
    perform: create,
    sample: submissionSample,
    outputFields: submissionFields,
  },
}
