import * as v from 'valibot'
import type { Filter } from '#api_types/submissions'
import { searchable } from '#app/respond/submission/search_text'
import { isStorable, madeStorable } from '#app/http/storable'
import { FieldErrors } from '#app/http/errors'
import { refusalsOf } from '@formwright/kit/refusals'
import { operatorsOf, type Operator } from '@formwright/kit/value'

/** What the table, or an export of it, shows. */
export interface View {
  /** words in the form in which search text is stored; all must occur */
  words: readonly string[]
  filters: readonly Filter[]
}

const OPERATORS = new Set<string>(Object.values(operatorsOf).flat())
/** Keys or ids: of a value, or of one in all items of a section (`section.block.part`); or what stands for the submission itself. */
const ADDRESS = /^[a-z0-9_$-]{1,64}(\.[a-z0-9_-]{1,64}){0,2}$/
/** So much is searched for; more is refused, for what is left out of a search would be found, and deleted, with it. */
const LONGEST_SEARCH = 500
const MAX_WORDS = 40
const MAX_FILTERS = 20

const line = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((input: string) => isStorable(input), 'Remove the control characters.'),
)
const scalar = v.union([line, v.number(), v.boolean()])
const filterSchema = v.strictObject({
  all: v.pipe(
    v.array(
      v.strictObject({
        field: v.pipe(v.string(), v.regex(ADDRESS, 'Give the key or the address of an answer.')),
        op: v.custom<Operator>(
          (input) => typeof input === 'string' && OPERATORS.has(input),
          'Give a comparison that exists.',
        ),
        value: v.optional(v.union([scalar, v.pipe(v.array(scalar), v.maxLength(500))])),
        to: v.optional(scalar),
        zone: v.optional(line),
      }),
    ),
    v.maxLength(MAX_FILTERS),
  ),
})

/** Whether a view is of all submissions. */
export function isWhole({ words, filters }: View): boolean {
  return words.length === 0 && filters.length === 0
}

/** The view that the parameters `search` and `filter` of a request ask for. */
export function readView(search: unknown, filter: unknown): View {
  return { words: typeof search === 'string' ? wordsOf(search) : [], filters: readFilters(filter) }
}

function wordsOf(search: string): readonly string[] {
  if (search.length > LONGEST_SEARCH)
    throw searchRefused(`Search for ${LONGEST_SEARCH} characters or fewer. There are ${search.length}.`)
  const text = searchable(String(madeStorable(search)))
  const words = [...new Set(text.split(/\s+/u).filter((word) => word !== ''))]
  if (words.length > MAX_WORDS)
    throw searchRefused(`Search for ${MAX_WORDS} words or fewer. There are ${words.length}.`)
  return words
}

function searchRefused(message: string): FieldErrors {
  return new FieldErrors('E_SEARCH', message, { search: [message] })
}

function readFilters(filter: unknown): readonly Filter[] {
  if (filter === undefined || filter === null || filter === '') return []
  const read = v.safeParse(filterSchema, json(filter))
  if (read.success) return read.output.all
  const [{ message }] = refusalsOf(read.issues, filterSchema)
  throw new FieldErrors('E_FILTER', `The filter cannot be read: ${message}`, { filter: [message] })
}

function json(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    const message = 'Send it as JSON: {"all": [{"field": "…", "op": "is", "value": "…"}]}'
    throw new FieldErrors('E_FILTER', `The filter cannot be read: ${message}`, { filter: [message] })
  }
}

/**
 * True when no word is long enough for the index: only the newest rows are searched then (docs/decisions.md: Search
 * text).
 */
export function isLimited(view: View): boolean {
  return view.words.length > 0 && view.words.every((word) => [...word].length < 3)
}
