import { formField } from './forms.ts'
import { labelOf, type Part, type Question, questionsOf } from './questions.ts'
import { submissionFields, submissionSample, submissionsOf } from './triggers.ts'
import type { Bundle, Field, Fields, Z } from './platform.ts'

interface Input {
  form?: string
  submission?: string
  question?: string
  value?: string
  search?: string
}

/** A part of an answer by which submissions can be found. */
interface Compared {
  address: string
  label: string
  part: Part
  op: string
}

/** Compares for being the same, as each type calls it. */
const SAME = ['is', 'eq', 'contains-any']

/** The newest submissions that fit what was entered; Zapier takes the first one. */
async function find(z: Z, bundle: Bundle<Input>) {
  const { submission, question, value, search } = bundle.inputData
  if (submission) return isId(submission) ? submissionsOf(z, bundle, { submission: submission.trim() }) : []
  if (!question && !search)
    throw new z.errors.Error('Enter an ID, an answer, or words to look for.', 'E_VALIDATION', 422)
  const filter = question ? await filterOf(z, bundle, question, value ?? '') : undefined
  return submissionsOf(z, bundle, {
    limit: 10,
    ...(search && { search }),
    ...(filter !== undefined && { filter: JSON.stringify(filter) }),
  })
}

/** Nothing else can be the id of a submission. */
function isId(text: string): boolean {
  return /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i.test(text)
}

async function filterOf(z: Z, bundle: Bundle<Input>, address: string, value: string) {
  const compared = comparedIn(await questionsOf(z, bundle)).find((one) => one.address === address)
  if (!compared)
    throw new z.errors.Error(
      'The form does not ask this question any more. Choose another one.',
      'E_VALIDATION',
      422,
    )
  return { all: [{ field: address, op: compared.op, value: typed(compared.part, value) }] }
}

/** A value as the API compares it: an option by its id, which people know by its label. */
function typed({ type, options = [] }: Part, value: string): string | number | boolean {
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean') return /^(true|yes|1)$/i.test(value.trim())
  return options.find(({ id, label }) => id === value || label === value)?.id ?? value
}

function comparedIn(questions: readonly Question[]): Compared[] {
  return questions.flatMap((question) =>
    question.parts.flatMap((part) => {
      const op = SAME.find((one) => part.operators.includes(one))
      const address = part.id === '' ? question.id : `${question.id}.${part.id}`
      return op === undefined ? [] : [{ address, label: labelOf(question, part), part, op }]
    }),
  )
}

async function choices(z: Z, bundle: Bundle<Input>): Promise<Field[]> {
  const offered = comparedIn(await questionsOf(z, bundle)).map(({ address, label }) => [address, label])
  if (offered.length === 0) return []
  return [
    { key: 'question', label: 'Question', type: 'string', choices: Object.fromEntries(offered) },
    {
      key: 'value',
      label: 'Answer',
      type: 'string',
      helpText: 'As it is in the submission, or as the option is called.',
    },
  ]
}

const inputFields: Fields<Input> = [
  formField,
  { key: 'submission', label: 'Submission ID', type: 'string' },
  { key: 'search', label: 'Words', type: 'string', helpText: 'Words that all occur in the submission.' },
  choices,
]

export const findSubmission = {
  key: 'find_submission',
  noun: 'Submission',
  display: {
    label: 'Find Submission',
    description: 'Finds a submission by its ID, by an answer, or by words in it.',
  },
  operation: {
    inputFields,
    perform: find,
    sample: submissionSample,
    outputFields: submissionFields,
  },
}
