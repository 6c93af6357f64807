import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import type { BlockText } from '@formwright/kit/block_text'

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

function startItem(list: string, number: number, t: Translate) {
  return { label: t(list === 'rows' ? 'start.row' : 'start.column', { number }) }
}

function labelAt(path: string): BlockText {
  return { path, kind: 'plain', piping: true, names: true }
}

const definition = defineField({
  kind: 'matrix',
  version: 1,
  settings: v.object({
    rows: v.optional(lines('Rows', 'Row', 100), () => [
      { id: 'row-1', label: 'Row 1' },
      { id: 'row-2', label: 'Row 2' },
    ]),
    columns: v.optional(lines('Columns', 'Column', 20), () => [
      { id: 'column-1', label: 'Column 1' },
      { id: 'column-2', label: 'Column 2' },
      { id: 'column-3', label: 'Column 3' },
    ]),
    multiple: v.optional(v.pipe(v.boolean(), v.title('Allow several per row')), false),
    everyRow: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Require every row'),
        v.description('Applies if any row is answered, and always if the question is required.'),
      ),
      false,
    ),
    onePerColumn: v.optional(
      v.pipe(
        v.boolean(),
        v.title('One answer per column'),
        v.description('A column can be chosen in one row only.'),
      ),
      false,
    ),
  }),
  presets: [
    { name: 'matrix', group: 'choice', order: 40 },
    { name: 'checkbox-matrix', group: 'choice', order: 50, settings: { multiple: true } },
  ],
  start: (t) => ({
    rows: [1, 2].map((number) => ({ id: `row-${number}`, ...startItem('rows', number, t) })),
    columns: [1, 2, 3].map((number) => ({
      id: `column-${number}`,
      ...startItem('columns', number, t),
    })),
  }),
  startItem,
  parts: ({ rows, columns, multiple }) =>
    rows.map(({ id, label }) => ({
      id,
      label: label.trim() === '' ? id : label,
      type: multiple ? 'choices' : 'choice',
      operators: multiple ? operatorsOf.choices : operatorsOf.choice,
      options: columns,
    })),
  relabel: (settings, labels) => ({
    ...settings,
    columns: settings.columns.map((one) => ({ ...one, label: labels.get(one.id) ?? one.label })),
  }),
  texts: ({ rows, columns }) => [
    ...rows.map(({ id }) => labelAt(`rows.${id}.label`)),
    ...columns.map(({ id }) => labelAt(`columns.${id}.label`)),
  ],
  publicSettings: ['rows', 'columns', 'multiple', 'everyRow', 'onePerColumn'],
  labelling: () => 'group',
  sample: ({ rows, columns, multiple, everyRow, onePerColumn }) => {
    const most = onePerColumn ? columns.length : rows.length
    if (everyRow && most < rows.length) return undefined
    return Object.fromEntries(
      rows.slice(0, most).map(({ id }, index) => {
        const { id: column } = columns[index % columns.length]
        return [id, multiple ? [column] : column]
      }),
    )
  },
  check: ({ rows, columns, everyRow, onePerColumn }) =>
    everyRow && onePerColumn && columns.length < rows.length
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
