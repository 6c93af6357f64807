import { fold, joined, sql, type Sql } from '#app/submissions/sql'
import type { Filter } from '#app/submissions/view'
import type { ValueType } from '#kit/value'

/**
 * What a comparison asks of packed segments (`segment_answers`), never too narrow: rows that pass are judged by their
 * own answers.
 */
export interface Packed extends Parts {
  block: string
  names: Names
}

interface Parts {
  /** whether a segment can have any, told without taking it apart */
  screen: Sql
  /** the elements it is taken apart into */
  elements: string
  keep: Sql
}

/** The names under which the query of segments knows the block of a comparison. */
export interface Names {
  /** its row of `segment_answers`, with nulls when nobody in the segment answered it */
  segment: string
  /** what one submission has there */
  element: string
  /** whether anybody's answer in the segment is a number */
  hasNumbers: string
}

const UNKNOWN = `E'\\x1c'`
const LIST = `E'\\x1d['`
const OBJECT = `E'\\x1d{'`

/** See `Packed`; undefined where segments say nothing about this comparison. */
export function packedSql(filter: Filter, type: ValueType, names: Names): Packed | undefined {
  const parts = partsOf(filter, type, names)
  return parts && { block: filter.block, names, ...parts }
}

function partsOf(filter: Filter, type: ValueType, names: Names): Parts | undefined {
  if (filter.op === 'is-empty' || filter.op === 'is-not-empty') return presence(filter, names)
  switch (type) {
    case 'text':
      return text(filter, names)
    case 'number':
      return number(filter, names)
    case 'date':
      return date(filter, names)
    case 'boolean':
      return boolean(filter, names)
    case 'choice':
    case 'choices':
      return choice(filter, names)
    case 'files':
      return undefined
  }
}

const ALL = sql('true')
const SEPARATOR = `E'\\x1f'`
const texts = (packed: string) => `packed_texts(${packed})`
const folded = ({ segment }: Names) => `${segment}.folded`
const raws = ({ segment }: Names) => `coalesce(${segment}.raws, ${segment}.folded)`

/** Elements no comparison of texts can judge: what is not told, numbers, and other JSON. */
const noText = ({ element, hasNumbers }: Names) => `${hasNumbers} or ${element} collate "C" < ' '`
const someNoText = ({ segment }: Names) =>
  `${segment}.numbers is not null or ${segment}.unknown > 0 or ${segment}.structured > 0`
/** The same for comparisons that read lists. */
const noChoice = ({ element, hasNumbers }: Names) => `${hasNumbers} or ${element} = ${UNKNOWN}`
const someNoChoice = ({ segment }: Names) => `${segment}.numbers is not null or ${segment}.unknown > 0`
/** Whether anybody in the segment gave no answer: they are found by what negates. */
const someNone = ({ segment }: Names) => `${segment}.present is distinct from g.rows`

function either(unjudged: string, { sql: condition, bindings }: Sql): Sql {
  return { sql: `(${unjudged} or ${condition})`, bindings }
}

function not({ sql: condition, bindings }: Sql): Sql {
  return { sql: `not coalesce(${condition}, false)`, bindings }
}

/** What the few different answers of a segment say; where there are many, what else says it. */
function byFew({ segment }: Names, few: Sql, many = sql(`${segment}.present > 0`)): Sql {
  return {
    sql: `case when ${segment}.few is null then ${many.sql} else ${few.sql} end`,
    bindings: [...many.bindings, ...few.bindings],
  }
}

/** Whether any of the few is kept. */
function anyOfFew(names: Names, keep: (names: Names) => Sql, many?: Sql): Sql {
  const { sql: condition, bindings } = keep({ ...names, element: 'few.answer', hasNumbers: 'false' })
  const few = `unnest(${names.segment}.few) as few (answer)`
  return byFew(names, { sql: `exists (select from ${few} where ${condition})`, bindings }, many)
}

function presence({ op }: Filter, names: Names): Parts {
  const { segment, element } = names
  const elements = `coalesce(${texts(folded(names))}, ${segment}.numbers::text[])`
  return op === 'is-empty'
    ? { screen: sql(`coalesce(${segment}.present, 0) < g.rows`), elements, keep: sql(`${element} is null`) }
    : { screen: sql(`${segment}.present > 0`), elements, keep: sql(`${element} is not null`) }
}

const ASKED = fold('?')

/** Screens look at all texts of a segment as one, in which every text begins after a separator and ends before one. */
function text(filter: Filter, names: Names): Parts | undefined {
  const { element } = names
  const packed = folded(names)
  const wanted = String(filter.value)
  const compared = (screen: Sql, keep: Sql, elements = packed) => ({
    screen,
    elements: texts(elements),
    keep: either(noText(names), keep),
  })
  const occurs = (what: string) =>
    either(someNoText(names), sql(`strpos(${SEPARATOR} || ${packed} || ${SEPARATOR}, ${what}) > 0`, wanted))
  const is = sql(`${element} = ${ASKED}`, wanted)
  const contains = sql(`strpos(${element}, ${ASKED}) > 0`, wanted)
  switch (filter.op) {
    case 'is':
      return compared(
        either(someNoText(names), sql(`text_number(${ASKED}) = any(${names.segment}.text_numbers)`, wanted)),
        is,
      )
    case 'is-not': {
      const others = sql(`${SEPARATOR} || ${packed} <> repeat(${SEPARATOR} || ${ASKED}, g.rows)`, wanted)
      return compared(either(`${someNone(names)} or ${someNoText(names)}`, others), not(is))
    }
    case 'contains':
      return compared(either(someNoText(names), sql(`strpos(${packed}, ${ASKED}) > 0`, wanted)), contains)
    case 'not-contains':
      return compared(without(wanted, names), not(contains))
    case 'starts-with':
      return compared(occurs(`${SEPARATOR} || ${ASKED}`), sql(`starts_with(${element}, ${ASKED})`, wanted))
    case 'ends-with':
      return compared(
        occurs(`${ASKED} || ${SEPARATOR}`),
        sql(`right(${element}, length(${ASKED})) = ${ASKED}`, wanted, wanted),
      )
    case 'matches': {
      const source = new RegExp(wanted, 'u').source
      return compared(matching(source, names), sql(`${element} ~ ?`, source), raws(names))
    }
    default:
      return undefined
  }
}

/** Whether any text of a segment does not contain this: once it is marked, one is left without a mark. */
function without(wanted: string, names: Names): Sql {
  if ([...'\x1c\x1d\x1e\x1f'].some((sign) => wanted.includes(sign))) return ALL
  const packed = `${SEPARATOR} || ${folded(names)} || ${SEPARATOR}`
  const left = sql(`replace(${packed}, ${ASKED}, E'\\x1d') ~ E'\\x1f[^\\x1d\\x1f]*\\x1f'`, wanted)
  return either(`${someNone(names)} or ${someNoText(names)}`, left)
}

/**
 * Whether any text of a segment matches: a line each, of which an expression that neither looks around nor back cannot
 * see the next. Texts that have lines themselves are taken apart.
 */
function matching(source: string, names: Names): Sql {
  const packed = raws(names)
  const lines = sql(
    `(strpos(${packed}, E'\\n') > 0 or replace(${packed}, ${SEPARATOR}, E'\\n') ~ ?)`,
    `(?n)${source}`,
  )
  const looksAround = /\(\?[=!<]|\\[1-9k]/.test(source)
  const matches = ({ element }: Names) => sql(`${element} ~ ?`, source)
  return either(someNoText(names), anyOfFew(names, matches, looksAround ? undefined : lines))
}

/** Whether any of these, which are in order, lies from one to another. */
function anyFrom(sorted: string, asked: string, least: string | number, most: string | number): Sql {
  return sql(
    `(width_bucket(${asked}, ${sorted}) > width_bucket(${asked}, ${sorted}) or ${asked} = any(${sorted}))`,
    ...[most, least, least].map(String),
  )
}

function number({ op, value, to }: Filter, { segment, element }: Names): Parts | undefined {
  const wanted = Number(value)
  const last = Number(to)
  const compared = (screen: Sql, keep: Sql) => ({ screen, elements: `${segment}.numbers`, keep })
  const sorted = `${segment}.sorted`
  // Each time such a list is named it is fetched whole: that costs more than to look through it.
  const any = (sign: string) => sql(`?::float8 ${sign} any(${sorted})`, wanted)
  switch (op) {
    case 'eq':
      return compared(any('='), sql(`${element} = ?::float8`, wanted))
    case 'neq':
      return compared(
        sql(
          `(${segment}.present is distinct from g.rows or ${segment}.folded is not null
            or ${sorted} <> array[?::float8])`,
          wanted,
        ),
        not(sql(`${element} = ?::float8`, wanted)),
      )
    case 'lt':
      return compared(any('>'), sql(`${element} < ?::float8`, wanted))
    case 'lte':
      return compared(any('>='), sql(`${element} <= ?::float8`, wanted))
    case 'gt':
      return compared(any('<'), sql(`${element} > ?::float8`, wanted))
    case 'gte':
      return compared(any('<='), sql(`${element} >= ?::float8`, wanted))
    case 'between':
      return compared(
        anyFrom(sorted, '?::float8', wanted, last),
        sql(`${element} between ?::float8 and ?::float8`, wanted, last),
      )
    default:
      return undefined
  }
}

function date({ op, value, to }: Filter, names: Names): Parts | undefined {
  const { segment, element } = names
  const day = `${element} collate "C"`
  const asked = '?::text collate "C"'
  const few = `${segment}.few`
  const wanted = String(value)
  const last = String(to)
  const compared = (unjudged: string, screen: Sql, keep: Sql) => ({
    screen: either(unjudged, byFew(names, screen)),
    elements: texts(raws(names)),
    keep: either(noText(names), keep),
  })
  const unknown = `${segment}.unknown > 0`
  switch (op) {
    case 'eq':
      return compared(unknown, sql(`${asked} = any(${few})`, wanted), sql(`${day} = ?`, wanted))
    case 'neq':
      return compared(
        `${someNone(names)} or ${someNoText(names)}`,
        sql(`${asked} <> any(${few})`, wanted),
        not(sql(`${day} = ?`, wanted)),
      )
    case 'before':
      return compared(unknown, sql(`${asked} > any(${few})`, wanted), sql(`${day} < ?`, wanted))
    case 'after':
      return compared(unknown, sql(`${asked} < any(${few})`, wanted), sql(`${day} > ?`, wanted))
    case 'between':
      return compared(unknown, anyFrom(few, asked, wanted, last), sql(`${day} between ? and ?`, wanted, last))
    default:
      return undefined
  }
}

function boolean({ op, value }: Filter, names: Names): Parts {
  const wanted = `E'\\x1d${value === true ? 'true' : 'false'}'`
  const few = `${names.segment}.few`
  const is = sql(`${names.element} = ${wanted}`)
  const elements = texts(raws(names))
  if (op === 'is-not') {
    const screen = byFew(names, sql(`${wanted} <> any(${few})`))
    return { screen: either(someNone(names), screen), elements, keep: not(is) }
  }
  return {
    screen: either(someNoChoice(names), byFew(names, sql(`${wanted} = any(${few})`))),
    elements,
    keep: either(noChoice(names), is),
  }
}

/** One option is stored as an id, several as a list of ids; *Other* as an object in its place. */
function has(option: string, { element }: Names): Sql {
  if (option === 'other') return sql(`strpos(${element}, '{') > 0`)
  return sql(`(${element} = ? or strpos(${element}, ?) > 0)`, option, `"${option}"`)
}

/** Those of which it is certain: in a list of plain ids nothing else looks like one. */
function surelyHas(option: string, { element }: Names): Sql {
  if (option === 'other') return sql(`starts_with(${element}, ${OBJECT})`)
  const plain = `starts_with(${element}, ${LIST}) and strpos(substr(${element}, 3), '[') = 0 and ${element} !~ '[{\\\\]'`
  return sql(`(${element} = ? or strpos(${element}, ?) > 0 and ${plain})`, option, `"${option}"`)
}

function choice({ op, value }: Filter, names: Names): Parts | undefined {
  const given = (Array.isArray(value) ? value : [value]).map(String)
  const options = op === 'is' || op === 'is-not' ? given.slice(0, 1) : given
  // What JSON writes otherwise than it is cannot be looked for in it.
  if (options.some((option) => JSON.stringify(option) !== `"${option}"`)) return undefined
  const elements = texts(raws(names))
  if (op === 'is-not' || op === 'is-none-of') {
    const all = (each: Names) => options.map((option) => surelyHas(option, each))
    const none = (each: Names) => not(joined(all(each), 'or'))
    return {
      screen: either(`${someNone(names)} or ${someNoChoice(names)}`, anyOfFew(names, none)),
      elements,
      keep: either(noChoice(names), none(names)),
    }
  }
  const by = op === 'contains-all' ? 'and' : 'or'
  const occurs = (option: string) => sql(`strpos(${raws(names)}, ?) > 0`, option === 'other' ? '{' : option)
  const all = (each: Names) => options.map((option) => has(option, each))
  const held = (each: Names) => joined(all(each), by)
  return {
    screen: either(someNoChoice(names), anyOfFew(names, held, joined(options.map(occurs), by))),
    elements,
    keep: either(noChoice(names), held(names)),
  }
}
