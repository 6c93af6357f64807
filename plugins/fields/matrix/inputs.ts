import type { AnswerContext, AnswerModule, ParseResult } from '@formwright/kit/answer'
import { decimal, inLocale } from '@formwright/kit/decimal'
import type { Problem } from '@formwright/kit/problem'
import { readNumber } from '@formwright/kit/typed_number'
import { lengthProblems, readText } from '@formwright/kit/typed_text'
import { cellId, cellLabel, nameOf } from './cell.ts'
import type { Settings } from './field.ts'
import {
  type Answer,
  type Filled,
  type Raw,
  heldIn,
  idNamed,
  isRecord,
  jsonIn,
  labelOf,
  type Lines,
} from './rows.ts'

/** The most characters in a cell. */
const LONGEST = 1_000

/** White space with a line break in it, and what stands before it: it is looked for once, not at each of its signs. */
const BREAK = /(^|\S)\s*[\r\n]\s*/g

type Line = Lines[number]

/** Rows whose cells are filled in: with a text, a number, or what a dropdown offers. */
export const inputs: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, settings) =>
    filled(settings, (row, column) => {
      const id = cellId(row.id, column.id)
      const entry = Object.hasOwn(entries, id) ? entries[id]?.[0] : undefined
      return typeof entry === 'string' && entry !== '' ? entry : undefined
    }),
  toRaw: (given, settings) => filled(settings, (row, column) => cellIn(given, row.id, column.id)),
  parse: (candidate, settings, context): ParseResult<Answer> => {
    if (candidate === undefined || candidate === null || candidate === '') return { problems: [] }
    const given = typeof candidate === 'string' ? jsonIn(candidate) : candidate
    if (!isRecord(given)) return { problems: [{ code: 'format' }] }
    const problems = strangers(given, settings)
    const answered = filled(settings, (row, column) => {
      const read = readCell(heldIn(heldIn(given, row.id), column.id), settings, context)
      problems.push(...read.problems.map((problem) => of(row, column, problem)))
      return read.answer
    })
    return Object.keys(answered).length === 0 ? { problems } : { answer: answered, problems }
  },
  validate: (given, settings) => {
    const { rows, columns, everyRow } = settings
    return rows.flatMap((row) =>
      columns.flatMap((column) => {
        const held = cellIn(given, row.id, column.id)
        const problems =
          typeof held === 'string' && settings.cells === 'text'
            ? lengthProblems(held, { maxLength: LONGEST })
            : []
        if (everyRow && held === undefined) problems.push({ code: 'required', params: { reason: 'cell' } })
        return problems.map((problem) => of(row, column, problem))
      }),
    )
  },
  values: (given, settings) =>
    Object.fromEntries(eachCell(given, settings, (row, column, held) => [cellId(row.id, column.id), held])),
  toText: (given, settings, part, locale) => {
    const said = eachCell(given, settings, (row, column, held) => ({
      row,
      column,
      text: textOf(held, settings, locale),
    }))
    if (part === undefined)
      return said.map(({ row, column, text }) => `${cellLabel(row, column, locale)}: ${text}`)
    return said.find(({ row, column }) => cellId(row.id, column.id) === part)?.text ?? ''
  },
}

/** What stands in a cell, of an answer or a control; undefined where nothing does. */
export function cellIn(given: Answer | Raw, row: string, column: string): string | number | undefined {
  const held = heldIn(heldIn(given, row), column)
  return typeof held === 'string' || typeof held === 'number' ? held : undefined
}

/** By row and column what is made of each cell; rows of which nothing is made are left out. */
function filled(
  { rows, columns }: Settings,
  make: (row: Line, column: Line) => string | number | undefined,
): Record<string, Filled> {
  const made = rows.map((row): [string, Filled] => {
    const cells = columns.flatMap((column): [string, string | number][] => {
      const held = make(row, column)
      return held === undefined ? [] : [[column.id, held]]
    })
    return [row.id, Object.fromEntries(cells)]
  })
  return Object.fromEntries(made.filter(([, cells]) => Object.keys(cells).length > 0))
}

/** What is made of every cell that holds something. */
function eachCell<T>(
  given: Answer,
  { rows, columns }: Settings,
  make: (row: Line, column: Line, held: string | number) => T,
): T[] {
  return rows.flatMap((row) =>
    columns.flatMap((column) => {
      const held = cellIn(given, row.id, column.id)
      return held === undefined ? [] : [make(row, column, held)]
    }),
  )
}

function readCell(
  said: unknown,
  { cells, options }: Settings,
  context: AnswerContext,
): ParseResult<string | number> {
  if (cells === 'number') {
    const { answer, problems } = readNumber(said, context)
    if (problems.length > 0) return { problems: [{ code: 'format', params: { reason: 'number' } }] }
    return { answer, problems }
  }
  // a cell is one line
  const { answer, problems } = readText(typeof said === 'string' ? said.replace(BREAK, '$1 ') : said)
  if (cells === 'text' || answer === undefined) return { answer, problems }
  const option = idNamed(answer, options)
  return option === undefined
    ? { problems: [{ code: 'option-unknown', params: { reason: 'cell' } }] }
    : { answer: option, problems }
}

/** Rows and columns that are not there, and rows that hold no cells. */
function strangers(given: object, { rows, columns }: Settings): Problem[] {
  return Object.entries(given).flatMap(([row, held]): Problem[] => {
    if (rows.every(({ id }) => id !== row)) return [{ code: 'option-unknown' }]
    if (held === null || held === '') return []
    if (!isRecord(held)) return [{ code: 'format' }]
    const unknown = Object.keys(held).filter((column) => columns.every(({ id }) => id !== column))
    return unknown.map(() => ({ code: 'option-unknown' }))
  })
}

function of(row: Line, column: Line, { code, params }: Problem): Problem {
  return {
    code,
    part: cellId(row.id, column.id),
    params: { ...params, row: nameOf(row), column: nameOf(column) },
  }
}

function textOf(held: string | number, { options }: Settings, locale: string | undefined): string {
  if (typeof held === 'number') return inLocale(decimal(held), locale, true)
  return labelOf(held, options)
}
