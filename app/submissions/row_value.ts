import { characters } from '@formwright/kit/characters'
import { raw, sql, type Sql } from '#app/submissions/sql'
import {
  counted,
  fold,
  OCCURS,
  type Measure,
  type Place,
  type StoredValue,
} from '#app/submissions/stored_value'

const ASCII_SPACE = raw(`E' \\t\\n\\u000b\\f\\r'`)

/** The answers of a row `s`. */
const OF_ROW = raw('s.answers')

/** Those of one item of a section. */
export const OF_ITEM = raw(`(entry -> 'answers')`)

/** The value at a path (the block, then members) of the answers of a row `s` or of one of its items, or its length. */
export function rowValue(path: readonly string[], measure?: Measure, answers = OF_ROW): StoredValue {
  const json = path.reduce((inner, name) => sql`${inner} -> ${name}`, answers)
  const typed = (type: string, value: Sql) =>
    sql`case when jsonb_typeof(${json}) = ${raw(`'${type}'`)} then ${value} end`
  const text = typed('string', sql`(${json}) #>> '{}'`)
  // Plain ASCII, which most texts are, is folded here: to call a function costs more than what it does. And what lies at
  // the path is looked up once.
  const folded = sql`(select case when octet_length(t) = length(t) then lower(btrim(t, ${ASCII_SPACE}) collate "C")
      else fold_text(t) end
    from (select case when jsonb_typeof(j) = 'string' then j #>> '{}' end as t
      from (select ${json} as j offset 0) as found offset 0) as texts)`
  return {
    present: sql`${json} is not null`,
    text,
    folded,
    number: measure
      ? counted(measure, typed('array', sql`jsonb_array_length(${json})::float8`))
      : typed('number', sql`(${json})::float8`),
    date: sql`(${text} collate "C")`,
    boolean: typed('boolean', sql`(${json}) #>> '{}'`),
    has: (option) => {
      const inList = `strict $[*] ? (exists(@.${JSON.stringify(option)}))`
      return sql`(jsonb_exists(${json}, ${option}) or jsonb_path_exists(${json}, ${inList}::jsonpath, '{}', true))`
    },
    occurs: (where, asked) => {
      const found = OCCURS[where](raw('f'), fold(asked))
      return sql`(select case when octet_length(f) = length(f) then ${found} else f ~ (${whole(where, asked)}) end
        from (select ${folded} as f offset 0) as compared)`
    },
  }
}

/** An expression that finds a text in whole characters: it begins and ends where Unicode's grapheme clusters do. */
function whole(where: Place, asked: string): Sql {
  const literal = sql`regexp_replace(${fold(asked)}, ${'([\\[\\]\\\\^$.|?*+(){}])'}, ${'\\\\\\1'}, 'g')`
  const begins = `^|(?<=[${controls()}])|${joined(asked.trim())}(?![${joining()}])`
  const before = where === 'start' ? '^' : `(?:${begins})`
  const after = where === 'end' ? '$' : `(?:(?<=[${controls()}])|(?![${joining()}]))`
  return sql`${before} || ${literal} || ${after}`
}

const PICTURE = /^\p{Extended_Pictographic}/u
const INDIC =
  /^(?=\p{Letter})[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Telugu}\p{sc=Malayalam}]/u

/** What must not stand before a text that could be joined to it: the joiner of emoji, the sign that joins consonants. */
function joined(asked: string): string {
  if (PICTURE.test(asked)) return '(?<!\u200d)'
  return INDIC.test(asked) ? '(?<![\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d])' : ''
}

let ranges: Readonly<Record<'joining' | 'controls', string>> | undefined

/** What belongs to the character before it, as ranges of a class. */
function joining(): string {
  return (ranges ??= graphemeRanges()).joining
}

/** What nothing belongs to: line breaks, tabs and what is not drawn, also when a mark follows. */
function controls(): string {
  return (ranges ??= graphemeRanges()).controls
}

function graphemeRanges() {
  const joins = /^[\p{Grapheme_Extend}\p{Emoji_Modifier}\p{Spacing_Mark}\u200d]$/u
  const undrawn = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u
  return {
    joining: rangesOf((character) => joins.test(character)),
    controls: rangesOf(
      (character) => undrawn.test(character) && characters(`${character}\u0301`).length === 2,
    ),
  }
}

function rangesOf(fitting: (character: string) => boolean): string {
  const found: string[] = []
  let start: number | undefined
  for (let code = 1; code <= 0xe0200; code++) {
    const fits = fitting(String.fromCodePoint(code))
    if (fits) start ??= code
    else if (start !== undefined) {
      found.push(`${String.fromCodePoint(start)}-${String.fromCodePoint(code - 1)}`)
      start = undefined
    }
  }
  return found.join('')
}
