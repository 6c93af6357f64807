import type { Meaning } from '#app/submissions/comparisons'
import { not, raw, sql, type Sql } from '#app/submissions/sql'
import {
  counted,
  fold,
  type Measure,
  OCCURS,
  type Reading,
  type SegmentValue,
  type StoredValue,
} from '#app/submissions/stored_value'

/** So many members deep values are packed, the block's among them (`pack_segment`). */
const DEEPEST = 3

/**
 * What a comparison asks of packed segments (`segment_answers`), never too narrow: rows that pass are judged by their
 * own answers.
 */
export interface SegmentFilter {
  /** where the value lies in the answers: the block, then members */
  path: readonly string[]
  /** the row of `segment_answers`, with nulls where nobody in the segment has such a value */
  segment: string
  /** whether a segment can have any, told without taking it apart */
  prefilter: Sql
  /** the elements it is taken apart into, and the name of what one submission has there */
  elements: string
  element: string
  keep: Sql
}

/** See `Packed`; undefined for values that are not packed. */
export function segmentFilter(
  meaning: Meaning,
  path: readonly string[],
  measure: Measure | undefined,
  index: number,
): SegmentFilter | undefined {
  if (path.length > DEEPEST) return undefined
  const [segment, element] = [`c${index}`, `v${index}`]
  // A length is not packed: the list is.
  const reading =
    measure && meaning.reads === 'number'
      ? { ...meaning, reads: 'json' as const, screen: undefined }
      : meaning
  return {
    path,
    segment,
    prefilter: screenOf(reading, segment, measure),
    elements: READINGS[reading.reads].elements(segment),
    element,
    keep: keepOf(reading, element, measure),
  }
}

/** How values are taken apart for one reading of them. */
interface SegmentElements {
  elements(segment: string): string
  /** elements that cannot be judged here, and whether a segment has any; absent where all can */
  unjudged?(element: string): Sql
  someUnjudged?(segment: string): Sql
}

const texts = (packedTexts: string) => `packed_texts(${packedTexts})`
/** Not to be judged as texts: what is not told, other JSON, and with them texts that begin with a control character. */
const noText = {
  unjudged: (element: string) => raw(`${element} collate "C" < ' '`),
  someUnjudged: (segment: string) => raw(`(${segment}.unknown > 0 or ${segment}.structured > 0)`),
}
const READINGS: Readonly<Record<Reading, SegmentElements>> = {
  any: {
    elements: (segment) => `coalesce(${texts(`${segment}.folded`)}, ${segment}.numbers::text[])`,
  },
  folded: { elements: (segment) => texts(`${segment}.folded`), ...noText },
  text: { elements: (segment) => texts(`coalesce(${segment}.raws, ${segment}.folded)`), ...noText },
  json: {
    elements: (segment) => texts(`coalesce(${segment}.raws, ${segment}.folded)`),
    unjudged: (element) => raw(`${element} = E'\\x1c'`),
    someUnjudged: (segment) => raw(`${segment}.unknown > 0`),
  },
  number: { elements: (segment) => `${segment}.numbers` },
}

/** What passes of one element: for a negation only what surely holds keeps it out. */
function keepOf({ reads, holds, negated }: Meaning, element: string, measure?: Measure): Sql {
  const unjudged = READINGS[reads].unjudged?.(element)
  const held = holds(elementValue(element, negated ? 'surely' : 'perhaps', measure))
  const passes = negated ? not(held) : held
  return unjudged ? sql`(${unjudged} or ${passes})` : passes
}

function screenOf(meaning: Meaning, segment: string, measure?: Measure): Sql {
  const value = segmentValue(segment)
  const unjudged = READINGS[meaning.reads].someUnjudged?.(segment)
  const listed = meaning.reads === 'text' || meaning.reads === 'json'
  const said =
    meaning.screen?.(value) ??
    (listed ? few(segment, (element) => keepOf(meaning, element, measure), value.some) : value.some)
  const may = unjudged ? sql`(${unjudged} or ${said})` : said
  // What a screen looks at is null where nobody gave a value of the type that is asked for, as with numbers only and a
  // comparison of texts: others are no value, and for these a negation holds.
  if (meaning.negated) return sql`(${value.someNone} or coalesce(${may}, true))`
  // Who has no section has no items, and that is a number too.
  if (measure !== 'items') return may
  const none = elementValue('null::text', 'perhaps', measure)
  return sql`(${value.someNone} and ${meaning.holds(none)} or coalesce(${may}, false))`
}

/** Whether it holds for one of the few different values of a segment; where there are many, what else says it. */
function few(segment: string, holds: (element: string) => Sql, many: Sql): Sql {
  const listed = raw(`${segment}.few`)
  return sql`case when ${listed} is null then ${many}
    else exists (select from unnest(${listed}) as few (one) where ${holds('few.one')}) end`
}

function segmentValue(segment: string): SegmentValue {
  const texts = raw(`coalesce(${segment}.raws, ${segment}.folded)`)
  const listed = raw(`${segment}.few`)
  const some = raw(`${segment}.present > 0`)
  return {
    rows: raw('g.rows'),
    texts,
    folded: raw(`${segment}.folded`),
    separator: raw(`E'\\x1f'`),
    textNumbers: raw(`${segment}.text_numbers`),
    sorted: raw(`${segment}.sorted`),
    some,
    someNone: raw(`${segment}.present is distinct from g.rows`),
    few: (holds, many) => few(segment, (element) => holds(elementValue(element, 'perhaps')), many),
    fewSorted: (condition) => sql`case when ${listed} is null then ${some} else ${condition(listed)} end`,
    mentions: (option) => (isPlain(option) ? sql`strpos(${texts}, ${option}) > 0` : raw('true')),
  }
}

/**
 * One element as comparisons read it. What holds `perhaps` is never too narrow, what holds `surely` never too wide; they
 * differ where an element does not tell everything.
 */
function elementValue(element: string, holds: 'perhaps' | 'surely', measure?: Measure): StoredValue {
  const text = raw(element)
  const json = sql`case when starts_with(${text}, E'\\x1d') then substr(${text}, 2) end`
  const sure = holds === 'surely'
  return {
    present: sql`${text} is not null`,
    text,
    folded: text,
    number: measure
      ? counted(
          measure,
          sql`case when starts_with(${text}, E'\\x1d[') then jsonb_array_length(substr(${text}, 2)::jsonb)::float8 end`,
        )
      : text,
    date: sql`(${text} collate "C")`,
    boolean: json,
    has: (option) => {
      // What JSON writes otherwise than it is cannot be looked for in it.
      if (!isPlain(option)) return raw(sure ? 'false' : 'true')
      const quoted = sql`strpos(${text}, ${`"${option}"`}) > 0`
      if (!sure) return sql`(${text} = ${option} or ${quoted})`
      // In a list of plain ids nothing else looks like one.
      const plain = sql`strpos(substr(${text}, 3), '[') = 0 and ${text} !~ '[{\\\\]'`
      return sql`(${text} = ${option} or starts_with(${text}, E'\\x1d{' || ${`"${option}": `})
        or starts_with(${text}, E'\\x1d[') and ${quoted} and ${plain})`
    },
    occurs: (where, asked) => {
      const occurs = OCCURS[where](text, fold(asked))
      // Of other characters an element does not tell where they begin and end.
      return sure ? sql`(${occurs} and octet_length(${text}) = length(${text}))` : occurs
    },
  }
}

function isPlain(option: string): boolean {
  return JSON.stringify(option) === `"${option}"`
}
