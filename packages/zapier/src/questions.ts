import { at, listIn, members, part } from './requests.ts'
import type { Bundle, Field, Z } from './platform.ts'

/** A value in an answer. */
export interface Part {
  id: string
  label: string | null
  type: string
  path: string[]
  operators: string[]
  options?: { id: string; label: string }[]
}

/** A question of a form, as the API tells of it. */
export interface Question {
  id: string
  key: string
  label: string
  required: boolean
  comes: 'given' | 'uploaded' | 'computed'
  parts: Part[]
  items?: Question[]
}

/** More than that nobody looks through: they are typed instead. */
const MOST_CHOICES = 500

/** What the chosen form asks; nothing until one is chosen. */
export async function questionsOf(z: Z, bundle: Bundle<{ form?: unknown }>): Promise<Question[]> {
  const { form } = bundle.inputData
  if (!form) return []
  return listIn(await z.request({ url: at(bundle, `forms/${part(form)}/questions`) })).flatMap(read)
}

/** Of a question that is shaped as it should be. */
function read(told: Record<string, unknown>): Question[] {
  const { id, key, label, required, comes, parts, items } = told
  if (typeof id !== 'string' || typeof key !== 'string' || !Array.isArray(parts)) return []
  return [
    {
      ...{ id, key, label: String(label), required: required === true },
      comes: comes === 'uploaded' || comes === 'computed' ? comes : 'given',
      parts: parts.map(members).map(readPart),
      ...(Array.isArray(items) && { items: items.map(members).flatMap(read) }),
    },
  ]
}

function readPart({ id, label, type, path, operators, options }: Record<string, unknown>): Part {
  const texts = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])
  return {
    ...{ id: String(id ?? ''), type: String(type), path: texts(path), operators: texts(operators) },
    label: typeof label === 'string' ? label : null,
    ...(Array.isArray(options) && {
      options: options.map(members).map((option) => ({ id: String(option.id), label: String(option.label) })),
    }),
  }
}

// ---- what a person enters ----

/** The parts that are entered by themselves: the answer as a whole, where it is one value. */
export function enteredParts({ parts }: Question): Part[] {
  const whole = parts.find(({ id }) => id === '')
  return (whole ? [whole] : parts).filter(({ type }) => type !== 'file')
}

/** What a field is called that asks for a part; by ids, so that a Zap goes on when keys change. */
export function fieldKey(question: Question, { id }: Part): string {
  return id === '' ? `answer_${question.id}` : `answer_${question.id}_${id}`
}

/** A field for each question that can be answered from a Zap: files are uploaded, and calculations made, elsewhere. */
export function inputFields(questions: readonly Question[]): Field[] {
  return questions
    .filter(({ comes }) => comes === 'given')
    .flatMap((question): Field[] => {
      if (!question.items) return enteredParts(question).map((one) => inputField(question, one))
      const children = inputFields(question.items)
      return children.length > 0 ? [{ key: `answer_${question.id}`, label: question.label, children }] : []
    })
}

const TYPES: Readonly<Record<string, Field['type']>> = { number: 'number', boolean: 'boolean' }
const HINTS: Readonly<Record<string, string>> = {
  date: 'A day, such as 2031-05-31.',
  time: 'A time of day, such as 17:30.',
  datetime: 'A day and a time, such as 2031-05-31T17:30.',
}

function inputField(question: Question, one: Part): Field {
  const { type, options = [] } = one
  const hints = [...(question.required ? ['Required.'] : []), ...(HINTS[type] ? [HINTS[type]] : [])]
  const offered = options.length > 0 && options.length <= MOST_CHOICES
  return {
    key: fieldKey(question, one),
    label: labelOf(question, one),
    type: TYPES[type] ?? 'string',
    ...(type === 'choices' && { list: true }),
    ...(offered && { choices: Object.fromEntries(options.map(({ id, label }) => [id, label || id])) }),
    ...(hints.length > 0 && { helpText: hints.join(' ') }),
  }
}

export function labelOf({ label }: Question, one: Part): string {
  return one.label === null ? label : `${label} (${one.label})`
}

// ---- what a step gives to the next ----

/** The fields of a submission as Zaps get it: answers by key. */
export function outputFields(questions: readonly Question[], under = 'answers__'): Field[] {
  return questions.flatMap((question): Field[] => {
    const key = `${under}${question.key}`
    if (question.items) return outputFields(question.items, `${key}[]`)
    const [first, ...others] = question.parts
    if (first?.id === '' && others.length === 0) return outputField(key, question.label, first)
    const parts = question.parts.filter(({ id }) => id !== '')
    return [
      { key: `${key}__text`, label: question.label, type: 'string' },
      ...parts.flatMap((one) => outputField(`${key}__parts__${one.id}`, labelOf(question, one), one)),
    ]
  })
}

function outputField(key: string, label: string, { type }: Part): Field[] {
  if (type !== 'file') return [{ key, label, type: TYPES[type] ?? 'string' }]
  return [
    { key: `${key}[]name`, label: `${label}: file name`, type: 'string' },
    { key: `${key}[]url`, label: `${label}: link for 7 days`, type: 'string' },
  ]
}
