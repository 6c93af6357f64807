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

const NONE = `E'\\x1e'`
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
const texts = (packed: string) => `string_to_array(${packed}, E'\\x1f', ${NONE})`
const folded = ({ segment }: Names) => `${segment}.folded`
const raws = ({ segment }: Names) => `coalesce(${segment}.raws, ${segment}.folded)`

/** Elements no comparison of texts can judge: what is not told, numbers, and other JSON. */
const noText = ({ element, hasNumbers }: Names) => `${hasNumbers} or ${element} collate "C" < ' '`
const someNoText = ({ segment }: Names) =>
  `${segment}.numbers is not null or ${segment}.unknown > 0 or ${segment}.structured > 0`
/** The same for comparisons that read lists. */
const noChoice = ({ element, hasNumbers }: Names) => `${hasNumbers} or ${element} = ${UNKNOWN}`
const someNoChoice = ({ segment }: Names) => `${segment}.numbers is not null or ${segment}.unknown > 0`

function either(unjudged: string, { sql: condition, bindings }: Sql): Sql {
  return { sql: `(${unjudged} or ${condition})`, bindings }
}

function not({ sql: condition, bindings }: Sql): Sql {
  return { sql: `not coalesce(${condition}, false)`, bindings }
}

function presence({ op }: Filter, names: Names): Parts {
  const { segment, element } = names
  const elements = `coalesce(${texts(folded(names))}, ${segment}.numbers::text[])`
  return op === 'is-empty'
    ? { screen: sql(`coalesce(${segment}.present, 0) < g.rows`), elements, keep: sql(`${element} is null`) }
    : { screen: sql(`${segment}.present > 0`), elements, keep: sql(`${element} is not null`) }
}

const ASKED = fold('?')

function text(filter: Filter, names: Names): Parts | undefined {
  const { element } = names
  const wanted = String(filter.value)
  const compared = (elements: string, screen: Sql, keep: Sql) => ({
    screen,
    elements: texts(elements),
    keep: either(noText(names), keep),
  })
  const likely = either(someNoText(names), sql(`strpos(${folded(names)}, ${ASKED}) > 0`, wanted))
  const is = sql(`${element} = ${ASKED}`, wanted)
  const contains = sql(`strpos(${element}, ${ASKED}) > 0`, wanted)
  switch (filter.op) {
    case 'is':
      return compared(folded(names), likely, is)
    case 'is-not':
      return compared(folded(names), ALL, not(is))
    case 'contains':
      return compared(folded(names), likely, contains)
    case 'not-contains':
      return compared(folded(names), ALL, not(contains))
    case 'starts-with':
      return compared(folded(names), likely, sql(`starts_with(${element}, ${ASKED})`, wanted))
    case 'ends-with':
      return compared(
        folded(names),
        likely,
        sql(`right(${element}, length(${ASKED})) = ${ASKED}`, wanted, wanted),
      )
    case 'matches':
      return compared(
        raws(names),
        sql(`${names.segment}.present > 0`),
        sql(`${element} ~ ?`, new RegExp(wanted, 'u').source),
      )
    default:
      return undefined
  }
}

function number({ op, value, to }: Filter, { segment, element }: Names): Parts | undefined {
  const wanted = Number(value)
  const last = Number(to)
  const compared = (screen: Sql, keep: Sql) => ({ screen, elements: `${segment}.numbers`, keep })
  const sorted = `${segment}.sorted`
  /** Whether any number lies from one to another: those that are in order say it by themselves. */
  const anyFrom = (least: number, most: number) =>
    sql(
      `(${sorted}[width_bucket(?::float8, ${sorted})] = ?::float8
        or width_bucket(?::float8, ${sorted}) > width_bucket(?::float8, ${sorted}))`,
      ...[least, least, most, least].map(String),
    )
  switch (op) {
    case 'eq':
      return compared(anyFrom(wanted, wanted), sql(`${element} = ?::float8`, wanted))
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
      return compared(anyFrom(-Infinity, wanted), sql(`${element} < ?::float8`, wanted))
    case 'lte':
      return compared(anyFrom(-Infinity, wanted), sql(`${element} <= ?::float8`, wanted))
    case 'gt':
      return compared(anyFrom(wanted, Infinity), sql(`${element} > ?::float8`, wanted))
    case 'gte':
      return compared(anyFrom(wanted, Infinity), sql(`${element} >= ?::float8`, wanted))
    case 'between':
      return compared(anyFrom(wanted, last), sql(`${element} between ?::float8 and ?::float8`, wanted, last))
    default:
      return undefined
  }
}

function date({ op, value, to }: Filter, names: Names): Parts | undefined {
  const day = `${names.element} collate "C"`
  const wanted = String(value)
  const compared = (keep: Sql) => ({
    screen: ALL,
    elements: texts(raws(names)),
    keep: either(noText(names), keep),
  })
  switch (op) {
    case 'eq':
      return compared(sql(`${day} = ?`, wanted))
    case 'neq':
      return compared(not(sql(`${day} = ?`, wanted)))
    case 'before':
      return compared(sql(`${day} < ?`, wanted))
    case 'after':
      return compared(sql(`${day} > ?`, wanted))
    case 'between':
      return compared(sql(`${day} between ? and ?`, wanted, String(to)))
    default:
      return undefined
  }
}

function boolean({ op, value }: Filter, names: Names): Parts {
  const wanted = value === true ? 'true' : 'false'
  const is = sql(`${names.element} = E'\\x1d${wanted}'`)
  const elements = texts(raws(names))
  if (op === 'is-not') return { screen: ALL, elements, keep: not(is) }
  return {
    screen: either(someNoChoice(names), sql(`strpos(${raws(names)}, '${wanted}') > 0`)),
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
    const sure = options.map((option) => surelyHas(option, names))
    return { screen: ALL, elements, keep: either(noChoice(names), not(joined(sure, 'or'))) }
  }
  const by = op === 'contains-all' ? 'and' : 'or'
  const occurs = (option: string) => sql(`strpos(${raws(names)}, ?) > 0`, option === 'other' ? '{' : option)
  const held = options.map((option) => has(option, names))
  return {
    screen: either(someNoChoice(names), joined(options.map(occurs), by)),
    elements,
    keep: either(noChoice(names), joined(held, by)),
  }
}
