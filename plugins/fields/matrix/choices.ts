import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import { readable } from '@formwright/kit/text'
import type { Settings } from './field.ts'
import { type Answer, type Raw, byRow, heldIn, idNamed, isRecord, jsonIn, labelOf } from './rows.ts'

/** What a radio without a script stands for when the choice is taken back; no column can be called so. */
export const CLEAR = '-'

/** Rows in which columns are chosen, one or several. */
export const choices: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, { rows, multiple }) =>
    byRow(rows, ({ id }) => {
      const ticked = (Object.hasOwn(entries, id) ? entries[id] : []).filter(
        (entry) => typeof entry === 'string' && entry !== '',
      )
      return !multiple && ticked.includes(CLEAR) ? [] : ticked.map(String)
    }),
  toRaw: (given, { rows }) => byRow(rows, ({ id }) => chosenIn(given, id)),
  parse: (candidate, settings): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const given = typeof candidate === 'string' ? jsonIn(candidate) : candidate
    if (!isRecord(given)) return { problems: [{ code: 'format' }] }
    const { rows, columns, multiple } = settings
    const known = new Map(rows.map((row) => [row.id, row]))
    const problems: Problem[] = Object.keys(given)
      .filter((id) => !known.has(id))
      .map(() => ({ code: 'option-unknown' }))
    const answered = byRow(rows, ({ id, label }) => {
      const wanted = wantedIn(given, id)
      const ids = wanted.map((one) => idNamed(one, columns))
      if (ids.includes(undefined)) problems.push({ code: 'option-unknown', part: id, params: { row: label } })
      const chosen = columns.filter((column) => ids.includes(column.id)).map((column) => column.id)
      if (!multiple && chosen.length > 1)
        problems.push({ code: 'too-many', part: id, params: { max: 1, row: label, reason: 'row' } })
      return chosen
    })
    if (Object.keys(answered).length === 0) return { problems }
    if (multiple) return { answer: answered, problems }
    return { answer: mapped(answered, ([first]) => first), problems }
  },
  validate: (given, { rows, columns, everyRow, onePerColumn }) => {
    const taken = new Set<string>()
    return rows.flatMap(({ id, label }): Problem[] => {
      const chosen = chosenIn(given, id)
      if (everyRow && chosen.length === 0)
        return [{ code: 'required', part: id, params: { row: label, reason: 'row' } }]
      const again = chosen.find((column) => taken.has(column))
      for (const column of chosen) taken.add(column)
      if (!onePerColumn || again === undefined) return []
      const column = labelOf(again, columns)
      return [{ code: 'duplicate', part: id, params: { row: label, column, reason: 'column' } }]
    })
  },
  values: (given, { rows, multiple }) =>
    mapped(
      byRow(rows, ({ id }) => chosenIn(given, id)),
      (chosen) => (multiple ? chosen : chosen[0]),
    ),
  toText: (given, settings, part, locale) => {
    if (part !== undefined) {
      const labels = labelsIn(given, part, settings)
      return settings.multiple ? labels : (labels[0] ?? '')
    }
    return settings.rows.flatMap(({ id, label }) => {
      const labels = labelsIn(given, id, settings)
      return labels.length === 0 ? [] : [`${label}: ${readable(labels, locale)}`]
    })
  },
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  make: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([id, from]) => [id, make(from)]))
}

/** The columns chosen in a row; none where it is filled in. */
export function chosenIn(given: Answer | Raw, row: string): readonly string[] {
  const chosen = Object.hasOwn(given, row) ? given[row] : []
  return typeof chosen === 'string' ? [chosen] : isList(chosen) ? chosen : []
}

function isList(chosen: unknown): chosen is readonly string[] {
  return Array.isArray(chosen)
}

/** What a row is called in each language is its label, so are its columns; one that is gone is called by its id. */
export function labelsIn(given: Answer, row: string, { columns }: Settings): string[] {
  return chosenIn(given, row).map((id) => labelOf(id, columns))
}

/** What a candidate has in a row; undefined for what cannot name a column. */
function wantedIn(given: object, row: string): (string | undefined)[] {
  const wanted = heldIn(given, row)
  if (wanted === undefined || wanted === null || wanted === '') return []
  const list: unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  return list.map((one) => (typeof one === 'string' ? one : undefined))
}
