import type { FieldContext, MessagesProviderContact } from '@vinejs/vine/types'

/** What people call a field where the name of its key is not enough. */
const NAMES: Record<string, string> = {
  email: 'an email address',
  enabled: 'whether it is enabled',
  remember: 'whether to remember',
  current_password: 'the current password',
  submission_key: 'the key of the submission',
  workspace_id: 'a workspace',
  time_zone: 'a time zone',
  params: 'parameters',
  events: 'events',
  ids: 'submissions',
  settings: 'settings',
  answers: 'answers',
  raws: 'raw values',
  blocks: 'blocks',
  ops: 'operations',
}

interface Given {
  min?: number
  max?: number
  choices?: readonly unknown[]
  expectedValue?: unknown
}

/** What to do, for each rule that a field may break. `a` is the field as one asks for it, `name` without its article. */
const SENTENCES: Record<string, (a: string, name: string, given: Given) => string> = {
  required: (a) => `Enter ${a}.`,
  string: (a) => `Enter ${a} as text.`,
  number: (a) => `Enter ${a} as a number.`,
  boolean: (_, name) => `Send true or false for “${name}”.`,
  array: (_, name) => `Send the ${name} as a list.`,
  object: (_, name) => `Send the ${name} as an object.`,
  record: (_, name) => `Send the ${name} as an object.`,
  email: () => 'Enter a complete email address, like name@example.com.',
  url: () => 'Enter a complete address that begins with https:// or http://.',
  uuid: (_, name) => `Send the ${name} as a UUID.`,
  minLength: (a, _, { min = 1 }) => (min <= 1 ? `Enter ${a}.` : `Use at least ${min} characters.`),
  maxLength: (_, name, { max = 0 }) => `Shorten the ${name} to ${max} characters or fewer.`,
  'array.minLength': (_, name, { min = 1 }) => `Choose at least ${min} of the ${name}.`,
  'array.maxLength': (_, name, { max = 0 }) => `Choose at most ${max} of the ${name}.`,
  min: (_, __, { min = 0 }) => `Enter a number that is at least ${min}.`,
  max: (_, __, { max = 0 }) => `Enter a number that is at most ${max}.`,
  range: (_, __, { min = 0, max = 0 }) => `Enter a number from ${min} to ${max}.`,
  withoutDecimals: () => 'Enter a whole number.',
  enum: (_, name, { choices = [] }) => `Choose the ${name} from: ${choices.join(', ')}.`,
  in: (_, name, { choices = [] }) => `Choose the ${name} from: ${choices.join(', ')}.`,
  literal: (_, name, { expectedValue }) => `Send ${String(expectedValue)} as the ${name}.`,
}

/** Says of a field that was refused what to do about it, in a sentence that may stand beside the field. */
export const fieldMessages: MessagesProviderContact = {
  getMessage(_, rule, field: FieldContext, given: Given = {}) {
    const { a, name } = namesOf(field)
    return SENTENCES[rule]?.(a, name, given) ?? `Correct the ${name}: its format is not valid.`
  },
}

function namesOf(field: FieldContext): { a: string; name: string } {
  // In a list it is the list that has a name.
  const path = field.getFieldPath().split('.')
  const key = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const plain = key.replaceAll('_', ' ')
  const known = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined
  const a = known ?? `${/^[aeiou]/.test(plain) ? 'an' : 'a'} ${plain}`
  return { a, name: a.replace(/^(an?|the) /, '') }
}
