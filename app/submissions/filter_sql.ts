import { FieldErrors } from '#app/http/errors'
import { packedSql, type Packed } from '#app/submissions/packed_sql'
import { fold, joined, type Sql } from '#app/submissions/sql'
import type { Filter } from '#app/submissions/view'
import type { Operator, ValueType } from '#kit/value'

/** One comparison: the condition on rows of `submissions s`, and what it asks of packed segments. */
export interface Comparison {
  rows: Sql
  packed?: Packed
}

/** What logic knows of a field: the type of its value and the comparisons its kind offers. */
export interface Comparable {
  type: ValueType
  operators: readonly Operator[]
}

/**
 * The SQL of filters. Meanings are those of conditions (docs/semantics.md: Conditions): a comparison with an empty
 * side is false, *is not* and *none of* are exact negations, text minds neither case nor outer spaces.
 */
export function filterSql(
  filters: readonly Filter[],
  fieldOf: (block: string) => Comparable | undefined,
): Comparison[] {
  return filters.map((filter, index) => {
    const field = fieldOf(filter.block)
    if (!field) throw refused(`There is no field ${filter.block} to filter by.`)
    if (!field.operators.includes(filter.op)) throw refused(`“${filter.op}” does not fit this field.`)
    const names = { segment: `c${index}`, element: `v${index}`, hasNumbers: `n${index}` }
    return { rows: compare(filter, field.type), packed: packedSql(filter, field.type, names) }
  })
}

/** A filter that makes no sense. */
export function refused(message: string): FieldErrors {
  return new FieldErrors('E_FILTER', message, { filter: [message] })
}

function compare(filter: Filter, type: ValueType): Sql {
  if (filter.op === 'is-empty') return { sql: 'not jsonb_exists(s.answers, ?)', bindings: [filter.block] }
  if (filter.op === 'is-not-empty') return { sql: 'jsonb_exists(s.answers, ?)', bindings: [filter.block] }
  switch (type) {
    case 'text':
      return text(filter)
    case 'number':
      return number(filter)
    case 'date':
      return date(filter)
    case 'boolean':
      return boolean(filter)
    case 'choice':
    case 'choices':
      return choice(filter)
    case 'files':
      throw refused(`“${filter.op}” does not fit this field.`)
  }
}

function negated({ sql, bindings }: Sql): Sql {
  return { sql: `not coalesce(${sql}, false)`, bindings }
}

function text(filter: Filter): Sql {
  const { block, op } = filter
  const wanted = String(single(filter))
  const given = fold('s.answers ->> ?')
  const asked = fold('?')
  const likely = screened(block, wanted)
  switch (op) {
    case 'is':
      return both(likely, { sql: `${given} = ${asked}`, bindings: [block, wanted] })
    case 'is-not':
      return negated(text({ ...filter, op: 'is' }))
    case 'contains':
      return both(likely, { sql: `strpos(${given}, ${asked}) > 0`, bindings: [block, wanted] })
    case 'not-contains':
      return negated(text({ ...filter, op: 'contains' }))
    case 'starts-with':
      return both(likely, { sql: `starts_with(${given}, ${asked})`, bindings: [block, wanted] })
    case 'ends-with':
      return both(likely, {
        sql: `right(${given}, length(${asked})) = ${asked}`,
        bindings: [block, wanted, wanted],
      })
    case 'matches':
      return { sql: `s.answers ->> ? ~ ?`, bindings: [block, pattern(wanted)] }
    default:
      throw refused(`“${op}” does not fit this field.`)
  }
}

/**
 * What every match holds too, and what is far quicker to find out than to fold each text: the words in any case.
 * Signs beyond ASCII may be stored composed or decomposed, so they are not screened; nor are the two that others become
 * by composing.
 */
function screened(block: string, wanted: string): Sql | undefined {
  const plain = wanted.trim()
  if (!/^[\x20-\x7e]+$/.test(plain) || /[;`]/.test(plain)) return undefined
  return { sql: 's.answers ->> ? ilike ?', bindings: [block, `%${plain.replace(/[\\%_]/g, '\\$&')}%`] }
}

function both(first: Sql | undefined, second: Sql): Sql {
  return first ? joined([first, second], 'and') : second
}

/** What JavaScript refuses; what only the database does is found by `checkedFilters`. */
function pattern(source: string): string {
  try {
    return new RegExp(source, 'u').source
  } catch {
    throw refused('This is not a regular expression.')
  }
}

const COMPARISONS: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  before: '<',
  after: '>',
}

function ordered(
  filter: Filter,
  given: string,
  asked: string,
  wanted: (value: Json) => string | number,
): Sql {
  const { block, op } = filter
  if (op === 'between') {
    if (filter.to === undefined) throw refused('“between” needs two values.')
    return {
      sql: `${given} between ${asked} and ${asked}`,
      bindings: [block, block, wanted(single(filter)), wanted(filter.to)],
    }
  }
  const sign = COMPARISONS[op]
  if (!sign) throw refused(`“${op}” does not fit this field.`)
  const made = { sql: `${given} ${sign} ${asked}`, bindings: [block, block, wanted(single(filter))] }
  return op === 'neq' ? negated(made) : made
}

function number(filter: Filter): Sql {
  const given = `case when jsonb_typeof(s.answers -> ?) = 'number' then (s.answers -> ?)::float8 end`
  return ordered(filter, given, '?::float8', (value) => {
    const wanted = typeof value === 'string' && value.trim() === '' ? NaN : Number(value)
    if (!Number.isFinite(wanted)) throw refused('Filter a number by a number.')
    return wanted
  })
}

function date(filter: Filter): Sql {
  const given = `case when jsonb_typeof(s.answers -> ?) = 'string' then (s.answers ->> ?) collate "C" end`
  return ordered(filter, given, '?', String)
}

function boolean(filter: Filter): Sql {
  const wanted = single(filter)
  if (typeof wanted !== 'boolean') throw refused('Filter by true or false.')
  const is: Sql = { sql: `s.answers -> ? = ?::jsonb`, bindings: [filter.block, String(wanted)] }
  return filter.op === 'is-not' ? negated(is) : is
}

/**
 * An answer with all of these options. One option is stored as an id, several as a list of ids; *Other* as
 * `{other: text}` in its place. A field may have been of either sort in an earlier version.
 */
function has(block: string, options: readonly string[]): Sql {
  const held = (answer: unknown) => JSON.stringify({ [block]: answer })
  const of = (option: string) => (option === 'other' ? {} : option)
  const list: Sql = { sql: 's.answers @> ?::jsonb', bindings: [held(options.map(of))] }
  const [only, ...more] = options
  if (only === undefined || more.length > 0) return list
  return joined([{ sql: 's.answers @> ?::jsonb', bindings: [held(of(only))] }, list], 'or')
}

function choice(filter: Filter): Sql {
  const { block, op } = filter
  const options = (Array.isArray(filter.value) ? filter.value : [single(filter)]).map(String)
  if (options.length === 0) throw refused('Choose at least one option.')
  const each = options.map((option) => has(block, [option]))
  switch (op) {
    case 'is':
      return each[0]
    case 'is-not':
      return negated(each[0])
    case 'is-any-of':
    case 'contains-any':
      return joined(each, 'or')
    case 'is-none-of':
      return negated(joined(each, 'or'))
    case 'contains-all':
      return options.length > 1 ? has(block, options) : each[0]
    default:
      throw refused(`“${op}” does not fit this field.`)
  }
}

type Json = Filter['value']

function single(filter: Filter): string | number | boolean {
  const { value } = filter
  if (value === undefined || value === null || typeof value === 'object')
    throw refused(`“${filter.op}” needs a value.`)
  return value
}
