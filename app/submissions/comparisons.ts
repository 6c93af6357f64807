import { FieldErrors } from '#app/http/errors'
import { joined, raw, sql, type Sql } from '#app/submissions/sql'
import { fold, type Reading, type SegmentValue, type StoredValue } from '#app/submissions/stored_value'
import type { Filter } from '#api_types/submissions'
import { isBlank } from '#engine/logic/interpreter/empty'
import { isTimeOfDay, localOf } from '#engine/logic/interpreter/dates'
import { refusedPattern } from '@formwright/kit/pattern'
import type { Operator, ValueType } from '@formwright/kit/value'

/** A comparison with what is compared: what holds for a value, and what a packed segment says of it as a whole. */
export interface Meaning {
  /** what is taken apart of a segment */
  reads: Reading
  holds(value: StoredValue): Sql
  /** it holds exactly where `holds` does not */
  negated: boolean
  /** whether any value in a segment may fulfil the comparison; absent where only the values tell */
  screen?(segment: SegmentValue): Sql
}

/** The meaning of an operator, by what the filter asks for once that was read. */
interface Comparison<Asked> {
  reads?: Reading
  holds(value: StoredValue, asked: Asked): Sql
  negated?: true
  screen?(segment: SegmentValue, asked: Asked): Sql
}

type Comparisons<Asked> = Readonly<Partial<Record<Operator, Comparison<Asked>>>>

/** A filter that makes no sense. */
export function refused(message: string): FieldErrors {
  return new FieldErrors('E_FILTER', message, { filter: [message] })
}

const ALWAYS = raw('true')

/** The exact negation: it holds where the other does not, and where there is no value. */
function negation<Asked>(
  { reads, holds }: Comparison<Asked>,
  screen?: Comparison<Asked>['screen'],
): Comparison<Asked> {
  return { reads, holds, negated: true, screen }
}

// ---- empty or not ----

const empty: Meaning = {
  reads: 'any',
  holds: ({ present }) => present,
  negated: true,
  // Whether anybody gave no value is asked for every negation.
  screen: () => raw('false'),
}
const notEmpty: Meaning = {
  reads: 'any',
  holds: ({ present }) => present,
  negated: false,
  screen: ({ some }) => some,
}

// ---- text ----

const textIs: Comparison<string> = {
  holds: (value, asked) => sql`${value.folded} = ${fold(asked)}`,
  screen: ({ textNumbers }, asked) => sql`text_number(${fold(asked)}) = any(${textNumbers})`,
}
const contains: Comparison<string> = {
  holds: (value, asked) => value.occurs('anywhere', asked),
  screen: ({ folded: all }, asked) => sql`strpos(${all}, ${fold(asked)}) > 0`,
}
/** Screens look at all texts of a segment as one, in which every text begins after a separator and ends before one. */
const TEXT: Comparisons<string> = {
  is: textIs,
  'is-not': negation(
    textIs,
    ({ separator, folded: all, rows }, asked) =>
      sql`${separator} || ${all} <> repeat(${separator} || ${fold(asked)}, ${rows})`,
  ),
  contains,
  // Once what is asked for is marked, a text is left without a mark. Among other characters than ASCII it may be marked
  // where it is part of a character only, and so does not occur.
  'not-contains': negation(contains, ({ separator, folded: all }, asked) =>
    // eslint-disable-next-line no-control-regex -- those that separate what is packed
    /[\x1c-\x1f]/.test(asked)
      ? ALWAYS
      : sql`(octet_length(${all}) > length(${all})
          or replace(${separator} || ${all} || ${separator}, ${fold(asked)}, E'\\x1d') ~ E'\\x1f[^\\x1d\\x1f]*\\x1f')`,
  ),
  'starts-with': {
    holds: (value, asked) => value.occurs('start', asked),
    screen: ({ separator, folded: all }, asked) =>
      sql`strpos(${separator} || ${all}, ${separator} || ${fold(asked)}) > 0`,
  },
  'ends-with': {
    holds: (value, asked) => value.occurs('end', asked),
    screen: ({ separator, folded: all }, asked) =>
      sql`strpos(${all} || ${separator}, ${fold(asked)} || ${separator}) > 0`,
  },
  matches: {
    reads: 'text',
    holds: (value, asked) => sql`${value.text} ~ ${pattern(asked)}`,
    // A line each, of which a pattern cannot see the next: it looks neither around nor back. Texts that have lines
    // themselves are taken apart.
    screen: ({ separator, texts, few }, asked) => {
      const source = pattern(asked)
      const lines = sql`(strpos(${texts}, E'\\n') > 0 or replace(${texts}, ${separator}, E'\\n') ~ ${`(?n)${source}`})`
      return few((one) => sql`${one.text} ~ ${source}`, lines)
    },
  },
}

/** What is refused everywhere; what only the database does not read is found by `checkedFilters`. */
function pattern(source: string): string {
  const refusal = refusedPattern(source)
  if (refusal !== null) throw refused(refusal)
  return source
}

// ---- numbers and days ----

/** What a value is compared with: one, or with *between* two. */
interface Bounds<Bound> {
  from: Bound
  to: Bound
}

function compared(sign: string): Comparison<Bounds<number>> {
  return {
    holds: (value, { from }) => sql`${value.number} ${raw(sign)} ${from}::float8`,
    // Each time such a list is named it is fetched whole: that costs more than to look through it.
    screen: ({ sorted }, { from }) => sql`${from}::float8 ${raw(TURNED[sign])} any(${sorted})`,
  }
}
const TURNED: Readonly<Record<string, string>> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

const equal = compared('=')
const NUMBER: Comparisons<Bounds<number>> = {
  eq: equal,
  neq: negation(
    equal,
    ({ folded: others, sorted }, { from }) =>
      sql`(${others} is not null or ${sorted} <> array[${from}::float8])`,
  ),
  lt: compared('<'),
  lte: compared('<='),
  gt: compared('>'),
  gte: compared('>='),
  between: {
    holds: (value, { from, to }) => sql`${value.number} between ${from}::float8 and ${to}::float8`,
    screen: ({ sorted }, { from, to }) => anyBetween(sorted, sql`${from}::float8`, sql`${to}::float8`),
  },
}

/** Whether any of these, which are in order, lies from one to another. */
function anyBetween(sorted: Sql, least: Sql, most: Sql): Sql {
  return sql`(width_bucket(${most}, ${sorted}) > width_bucket(${least}, ${sorted}) or ${least} = any(${sorted}))`
}

/**
 * A day or a local time asked for, and the SQL that compares a value with it: where one of the two is a day, days are
 * compared (docs/semantics.md: Dates and time).
 */
interface Moment {
  /** its day, itself as times are compared, and what comes after every text that is the same */
  day: Sql
  whole: Sql
  end: Sql
  compare(value: StoredValue, sign: string): Sql
}

function moment(asked: string): Moment {
  const text = (one: string) => sql`${one}::text collate "C"`
  const isDay = asked.length <= 10
  const day = text(asked.slice(0, 10))
  const time = asked.padEnd(19, ':00').slice(0, 19)
  const whole = isDay ? day : text(time)
  return {
    day,
    whole,
    end: text(`${isDay ? asked : time}~`),
    compare: ({ date }, sign) => {
      const days = sql`left(${date}, 10) ${raw(sign)} ${day}`
      if (isDay) return days
      const times = sql`left(${date} || ':00', 19) ${raw(sign)} ${whole}`
      return sql`case when length(${date}) <= 10 then ${days} else ${times} end`
    },
  }
}

/** The same of a time of day: seconds that are not written are none. */
function timeOfDay(asked: string): Moment {
  const text = (one: string) => sql`${one}::text collate "C"`
  const padded = asked.padEnd(8, ':00')
  const whole = text(padded)
  return {
    day: text(padded.slice(0, 5)),
    whole,
    end: text(`${padded}~`),
    compare: ({ date }, sign) => sql`left(${date} || ':00', 8) ${raw(sign)} ${whole}`,
  }
}

const sameDate: Comparison<Bounds<Moment>> = {
  holds: (value, { from }) => from.compare(value, '='),
  screen: ({ fewSorted }, { from }) => fewSorted((few) => anyBetween(few, from.day, from.end)),
}
const DATE: Comparisons<Bounds<Moment>> = {
  eq: sameDate,
  neq: negation(sameDate),
  before: {
    holds: (value, { from }) => from.compare(value, '<'),
    screen: ({ fewSorted }, { from }) => fewSorted((few) => sql`${from.whole} > any(${few})`),
  },
  after: {
    holds: (value, { from }) => from.compare(value, '>'),
    screen: ({ fewSorted }, { from }) => fewSorted((few) => sql`${from.day} < any(${few})`),
  },
  between: {
    holds: (value, { from, to }) => joined([from.compare(value, '>='), to.compare(value, '<=')], 'and'),
    screen: ({ fewSorted }, { from, to }) => fewSorted((few) => anyBetween(few, from.day, to.end)),
  },
}

// ---- yes or no, choices ----

const sameBoolean: Comparison<boolean> = {
  holds: (value, asked) => sql`${value.boolean} = ${String(asked)}`,
}
const BOOLEAN: Comparisons<boolean> = { is: sameBoolean, 'is-not': negation(sameBoolean) }

function choice(by: 'and' | 'or'): Comparison<readonly string[]> {
  return {
    holds: (value, options) =>
      joined(
        options.map((option) => value.has(option)),
        by,
      ),
    screen: ({ few, mentions }, options) =>
      few(
        (one) =>
          joined(
            options.map((option) => one.has(option)),
            by,
          ),
        joined(options.map(mentions), by),
      ),
  }
}
const anyOption = choice('or')
const CHOICE: Comparisons<readonly string[]> = {
  is: anyOption,
  'is-not': negation({ holds: anyOption.holds }),
  'is-any-of': anyOption,
  'contains-any': anyOption,
  'is-none-of': negation({ holds: anyOption.holds }),
  'contains-all': choice('and'),
}

// ---- the table ----

/** Reads what a filter asks for and finds the operator; undefined where the type has no such operator. */
type Find = (filter: Filter) => Meaning | undefined

function table<Asked>(
  reads: Reading,
  read: (filter: Filter) => Asked,
  comparisons: Comparisons<Asked>,
): Find {
  return (filter) => {
    const comparison = comparisons[filter.op]
    if (!comparison) return undefined
    const asked = read(filter)
    const { screen, holds } = comparison
    const bound = { reads: comparison.reads ?? reads, negated: comparison.negated ?? false }
    // Compared with nothing, nothing holds.
    if (typeof asked === 'string' && isBlank(asked)) return { ...bound, holds: () => raw('false') }
    return {
      ...bound,
      holds: (value) => holds(value, asked),
      ...(screen && { screen: (segment: SegmentValue) => screen(segment, asked) }),
    }
  }
}

/** The one table of comparisons in SQL, with the meanings of conditions (docs/semantics.md: Conditions). */
const TABLE: Readonly<Record<ValueType, Find>> = {
  text: table('folded', askedText, TEXT),
  number: table('number', (filter) => bounds(filter, askedNumber), NUMBER),
  date: table('text', (filter) => bounds(filter, askedDate), DATE),
  boolean: table('json', askedBoolean, BOOLEAN),
  choice: table('json', askedOptions, CHOICE),
  choices: table('json', askedOptions, CHOICE),
  datetime: table('text', (filter) => bounds(filter, askedDate), DATE),
  time: table('text', (filter) => bounds(filter, askedTime), DATE),
  file: () => undefined,
}

/** What a filter means for values of a type. Throws what it asks for and makes no sense. */
export function meaningOf(filter: Filter, type: ValueType): Meaning {
  if (filter.op === 'is-empty') return empty
  if (filter.op === 'is-not-empty') return notEmpty
  const meaning = TABLE[type](filter)
  if (!meaning) throw refused(`“${filter.op}” does not fit this question.`)
  return meaning
}

type Json = Filter['value']

function single({ op, value }: Filter): string | number | boolean {
  if (value === undefined || value === null || typeof value === 'object')
    throw refused(`“${op}” needs a value.`)
  return value
}

function bounds<Bound>(filter: Filter, read: (value: Json) => Bound): Bounds<Bound> {
  const from = read(single(filter))
  if (filter.op !== 'between') return { from, to: from }
  if (filter.to === undefined) throw refused('“between” needs two values.')
  return { from, to: read(filter.to) }
}

function askedText(filter: Filter): string {
  return String(single(filter))
}

function askedNumber(value: Json): number {
  const wanted = typeof value === 'string' && value.trim() === '' ? NaN : Number(value)
  if (!Number.isFinite(wanted)) throw refused('Enter a number to filter by.')
  return wanted
}

function askedDate(value: Json): Moment {
  const text = String(value).trim()
  if (!localOf(text)) throw refused('Enter a date to filter by, such as 2026-11-22.')
  return moment(text)
}

function askedTime(value: Json): Moment {
  const text = String(value).trim()
  if (!isTimeOfDay(text)) throw refused('Enter a time to filter by, such as 14:30.')
  return timeOfDay(text)
}

function askedBoolean(filter: Filter): boolean {
  const wanted = single(filter)
  if (typeof wanted !== 'boolean') throw refused('Choose true or false to filter by.')
  return wanted
}

function askedOptions(filter: Filter): readonly string[] {
  const options = (Array.isArray(filter.value) ? filter.value : [single(filter)]).map(String)
  if (options.length === 0) throw refused('Choose at least one option.')
  return filter.op === 'is' || filter.op === 'is-not' ? options.slice(0, 1) : options
}
