import type { BaseIssue } from 'valibot'

/** Why a schema refused a value: where, as a path with dots, and a sentence on what to do. */
export interface Refusal {
  path: string
  message: string
}

/** Of what is wrong so much is told: whoever sends thousands of wrong entries mends the first ones. */
const MOST_TOLD = 100

/** Sentences by the place they are about; a place may have any name, such as `constructor`. */
export function byPath(refusals: readonly Refusal[], before = ''): Record<string, string[]> {
  const errors = new Map<string, string[]>()
  for (const { path, message } of refusals) {
    const place = before + path
    errors.set(place, [...(errors.get(place) ?? []), message])
  }
  return Object.fromEntries(errors)
}

/**
 * What Valibot found, up to a hundred of it, in sentences people can act on: a schema's own messages as they are, and in place of the library's
 * a sentence that names the setting by its title.
 */
export function refusalsOf(issues: readonly BaseIssue<unknown>[], schema: object): Refusal[] {
  return issues.slice(0, MOST_TOLD).map((issue) => {
    const keys = (issue.path ?? []).map(({ key }) => key)
    const message = isOwn(issue) ? issue.message : `${called(keys, schema)} ${sayingOf(issue)}`
    return { path: keys.join('.'), message }
  })
}

/** Whether the author of the schema wrote the message; else it is Valibot's "Invalid …: Expected … but received …". */
function isOwn({ message, received }: BaseIssue<unknown>): boolean {
  return !(message.startsWith('Invalid ') && message.endsWith(`eceived ${received}`))
}

function sayingOf(issue: BaseIssue<unknown>): string {
  const { type, received, expected, input } = issue
  if (expected === 'never') return 'is not known here. Remove it.'
  if (received === 'undefined' && type !== 'undefined') return 'is missing.'
  const saying = SAYINGS[type]
  if (saying !== undefined)
    return saying(amountOf(issue), wordFor(typeof input === 'string', issue.requirement))
  const choices = choicesOf(expected)
  return choices === undefined ? 'cannot be read as it is. Correct it.' : `has to be one of: ${choices}.`
}

const SAYINGS: Readonly<Record<string, (amount: string, of: string) => string>> = {
  string: () => 'has to be a text.',
  number: () => 'has to be a number.',
  finite: () => 'has to be a number.',
  boolean: () => 'has to be true or false.',
  array: () => 'has to be a list.',
  object: () => 'has to be an object.',
  strict_object: () => 'has to be an object.',
  loose_object: () => 'has to be an object.',
  record: () => 'has to be an object.',
  integer: () => 'has to be a whole number.',
  min_value: (amount) => `has to be at least ${amount}.`,
  max_value: (amount) => `can be at most ${amount}.`,
  gt_value: (amount) => `has to be more than ${amount}.`,
  lt_value: (amount) => `has to be less than ${amount}.`,
  min_length: (amount, of) => `needs at least ${amount} ${of}.`,
  max_length: (amount, of) => `can have at most ${amount} ${of}.`,
  min_graphemes: (amount, of) => `needs at least ${amount} ${of}.`,
  max_graphemes: (amount, of) => `can have at most ${amount} ${of}.`,
  iso_timestamp: () => 'has to be a time like 2026-05-31T12:00:00Z.',
  url: () => 'has to be a complete address, like https://example.com.',
  email: () => 'has to be an email address, like name@example.com.',
  regex: () => 'has not the form that is asked for.',
}

function wordFor(isText: boolean, count: unknown): string {
  if (count === 1) return isText ? 'character' : 'entry'
  return isText ? 'characters' : 'entries'
}

function amountOf({ requirement }: BaseIssue<unknown>): string {
  return typeof requirement === 'number' ? requirement.toLocaleString('en') : String(requirement)
}

/** Of `("put" | "move")` or `"always"`: put, move. */
function choicesOf(expected: string | null): string | undefined {
  const choices = expected?.match(/^\(?"[^"]*"( \| "[^"]*")*\)?$/) ? expected.match(/"[^"]*"/g) : null
  return choices?.map((choice) => choice.slice(1, -1)).join(', ')
}

/** A setting by its title, else by its name; within a list by its place. */
function called(keys: readonly unknown[], schema: object): string {
  let inner: unknown = schema
  let name = ''
  for (const key of keys) {
    inner = innerOf(inner, key)
    const title = titleOf(inner)
    if (title !== undefined) name = `“${title}”`
    else if (typeof key === 'number') name = `${name === '' ? 'The list' : name}, entry ${key + 1}`
    else name = `${name === '' ? '' : `${name}, `}“${String(key)}”`
  }
  return name === '' ? 'This' : name
}

/** The schema of an entry; undefined where there is none of its own. Valibot's objects are plain data. */
function innerOf(schema: unknown, key: unknown): unknown {
  const { wrapped, entries, item, value } = recordOf(schema)
  if (wrapped !== undefined) return innerOf(wrapped, key)
  if (entries !== undefined) return recordOf(entries)[String(key)]
  return item ?? value
}

function titleOf(schema: unknown): string | undefined {
  const { pipe, wrapped } = recordOf(schema)
  for (const part of Array.isArray(pipe) ? [...pipe].reverse() : []) {
    const { type, title } = recordOf(part)
    if (type === 'title') return String(title)
    const nested = part === schema ? undefined : titleOf(part)
    if (nested !== undefined) return nested
  }
  return wrapped === undefined ? undefined : titleOf(wrapped)
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
