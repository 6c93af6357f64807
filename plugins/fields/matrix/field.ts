import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import type { BlockText } from '@formwright/kit/block_text'
import { isPartId } from '@formwright/kit/address'
import { cellId, cellLabel } from './cell.ts'

const line = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
  label: v.pipe(v.string(), v.maxLength(500), v.title('Label')),
})

/** Rows or columns. Every row is a part of the answer, so there are far fewer than options of a list. */
function lines(title: string, one: string, most: number) {
  return v.pipe(
    v.array(v.pipe(line, v.title(one))),
    v.minLength(1, `${title}: add at least one.`),
    v.maxLength(most, `${title}: keep at most ${most}.`),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, `${title}: two have the same id.`),
    v.title(title),
  )
}

/** Each is a part of the answer and a column of the table. */
const MOST_CELLS = 200

interface Shape {
  cells: 'choice' | 'text' | 'number' | 'dropdown'
  rows: { id: string; label: string }[]
  columns: { id: string; label: string }[]
}

function cellsOf({ rows, columns }: Shape) {
  return rows.flatMap((row) => columns.map((column) => ({ row, column, id: cellId(row.id, column.id) })))
}

/** Every cell that is filled in can be spoken of: by an id that is short enough, and its own. */
function cellsAreNamed(shape: Shape): boolean {
  if (shape.cells === 'choice') return true
  const ids = cellsOf(shape).map(({ id }) => id)
  return new Set(ids).size === ids.length && ids.every(isPartId)
}

function startItem(list: string, number: number, t: Translate) {
  const name = list === 'rows' ? 'start.row' : list === 'columns' ? 'start.column' : 'start.option'
  return { label: t(name, { number }) }
}

function labelAt(path: string): BlockText {
  return { path, kind: 'plain', piping: true, names: true }
}

/** As plain text a row says how it is answered; columns, of numbers with a sign of theirs, and what dropdowns offer, stand below the rows. */
function written(mark: string) {
  const columns = { list: 'columns', text: 'label', mark: '↓' }
  const numbers = { list: 'columns', text: 'label', mark: '↓#', settings: { cells: 'number' } }
  const options = { list: 'options', text: 'label', mark: '▾', settings: { cells: 'dropdown' } }
  return { list: 'rows', text: 'label', mark: `→ ${mark}`, besides: [columns, numbers, options] }
}

const definition = defineField({
  kind: 'matrix',
  version: 1,
  settings: v.pipe(
    v.object({
      rows: v.optional(lines('Rows', 'Row', 100), () => [
        { id: 'row-1', label: 'Row 1' },
        { id: 'row-2', label: 'Row 2' },
      ]),
      columns: v.optional(lines('Columns', 'Column', 20), () => [
        { id: 'column-1', label: 'Column 1' },
        { id: 'column-2', label: 'Column 2' },
        { id: 'column-3', label: 'Column 3' },
      ]),
      cells: v.optional(
        v.pipe(
          v.picklist(['choice', 'text', 'number', 'dropdown']),
          v.title('Cells'),
          v.description('What people do in each cell.'),
          v.metadata({
            labels: { choice: 'Choose the column', text: 'Text', number: 'Number', dropdown: 'Dropdown' },
          }),
        ),
        'choice',
      ),
      options: v.optional(
        v.pipe(
          lines('Options', 'Option', 100),
          v.description('Offered by each dropdown.'),
          v.metadata({ with: 'cells=dropdown' }),
        ),
        () => [
          { id: 'option-1', label: 'Option 1' },
          { id: 'option-2', label: 'Option 2' },
        ],
      ),
      multiple: v.optional(
        v.pipe(v.boolean(), v.title('Allow several per row'), v.metadata({ with: 'cells=choice' })),
        false,
      ),
      everyRow: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Require every row'),
          v.description(
            'Applies if any row is answered, and always if the question is required. Of cells to fill in, all.',
          ),
        ),
        false,
      ),
      onePerColumn: v.optional(
        v.pipe(
          v.boolean(),
          v.title('One answer per column'),
          v.description('A column can be chosen in one row only.'),
          v.metadata({ with: 'cells=choice' }),
        ),
        false,
      ),
    }),
    v.forward(
      v.check(
        (shape) => shape.cells === 'choice' || shape.rows.length * shape.columns.length <= MOST_CELLS,
        `Keep at most ${MOST_CELLS} cells to fill in: take away rows or columns.`,
      ),
      ['rows'],
    ),
    v.forward(
      v.check(
        (shape) => cellsAreNamed(shape),
        'The ids of a row and a column are together at most 38 characters, and their own.',
      ),
      ['rows'],
    ),
  ),
  presets: [
    { name: 'matrix', group: 'choice', order: 40, items: written('( )') },
    {
      name: 'checkbox-matrix',
      group: 'choice',
      order: 50,
      settings: { multiple: true },
      items: written('[ ]'),
    },
    { name: 'input-matrix', group: 'choice', order: 55, settings: { cells: 'text' }, items: written('___') },
  ],
  start: (t) => ({
    rows: [1, 2].map((number) => ({ id: `row-${number}`, ...startItem('rows', number, t) })),
    columns: [1, 2, 3].map((number) => ({
      id: `column-${number}`,
      ...startItem('columns', number, t),
    })),
    options: [1, 2].map((number) => ({ id: `option-${number}`, ...startItem('options', number, t) })),
  }),
  startItem,
  parts: (settings) => {
    const { rows, columns, cells, options, multiple } = settings
    if (cells === 'choice')
      return rows.map(({ id, label }) => ({
        id,
        label: label.trim() === '' ? id : label,
        type: multiple ? 'choices' : 'choice',
        operators: multiple ? operatorsOf.choices : operatorsOf.choice,
        options: columns,
      }))
    const type = cells === 'dropdown' ? 'choice' : cells
    return cellsOf(settings).map(({ id, row, column }) => ({
      id,
      label: cellLabel(row, column),
      type,
      operators: operatorsOf[type],
      ...(cells === 'dropdown' && { options }),
      at: [row.id, column.id],
    }))
  },
  relabel: (settings, labels) => {
    const now = (lines: Shape['rows']) =>
      lines.map((one) => ({ ...one, label: labels.get(one.id) ?? one.label }))
    return settings.cells === 'dropdown'
      ? { ...settings, options: now(settings.options) }
      : { ...settings, columns: now(settings.columns) }
  },
  texts: ({ rows, columns, cells, options }) => [
    ...rows.map(({ id }) => labelAt(`rows.${id}.label`)),
    ...columns.map(({ id }) => labelAt(`columns.${id}.label`)),
    ...(cells === 'dropdown' ? options.map(({ id }) => labelAt(`options.${id}.label`)) : []),
  ],
  publicSettings: ['rows', 'columns', 'cells', 'options', 'multiple', 'everyRow', 'onePerColumn'],
  labelling: () => 'group',
  sample: ({ rows, columns, cells, options, multiple, everyRow, onePerColumn }) => {
    if (cells !== 'choice') {
      const held = { text: 'Sample', number: 12, dropdown: options[0].id }[cells]
      const row = Object.fromEntries(columns.map(({ id }) => [id, held]))
      return Object.fromEntries(rows.map(({ id }) => [id, row]))
    }
    const most = onePerColumn ? columns.length : rows.length
    if (everyRow && most < rows.length) return undefined
    return Object.fromEntries(
      rows.slice(0, most).map(({ id }, index) => {
        const { id: column } = columns[index % columns.length]
        return [id, multiple ? [column] : column]
      }),
    )
  },
  check: ({ rows, columns, cells, everyRow, onePerColumn }) =>
    cells === 'choice' && everyRow && onePerColumn && columns.length < rows.length
      ? [
          {
            severity: 'error',
            code: 'unanswerable',
            path: 'settings.onePerColumn',
            message: 'Every row needs an answer of its own: add columns, or allow a column in several rows.',
          },
        ]
      : [],
})

export type Settings = SettingsOf<typeof definition>
export default definition
