import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const line = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
  label: v.pipe(v.string(), v.maxLength(500)),
})

/** Rows or columns. Every row is a part of the answer, so there are far fewer than options of a list. */
function lines(title: string, most: number) {
  return v.pipe(
    v.array(line),
    v.minLength(1, `${title}: one is needed at least.`),
    v.maxLength(most, `${title}: there can be ${most} at most.`),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, `${title}: two have the same id.`),
    v.title(title),
    v.metadata({ control: 'options' }),
  )
}

/** What a row or column is called until somebody names it, by its place. */
export function startLabel(list: 'rows' | 'columns', number: number, t: Translate): string {
  return t(list === 'rows' ? 'start.row' : 'start.column', { number })
}

const definition = defineField({
  kind: 'matrix',
  version: 1,
  settings: v.object({
    rows: v.optional(lines('Rows', 100), () => [
      { id: 'row-1', label: 'Row 1' },
      { id: 'row-2', label: 'Row 2' },
    ]),
    columns: v.optional(lines('Columns', 20), () => [
      { id: 'column-1', label: 'Column 1' },
      { id: 'column-2', label: 'Column 2' },
      { id: 'column-3', label: 'Column 3' },
    ]),
    multiple: v.optional(v.pipe(v.boolean(), v.title('Several may be chosen in a row')), false),
    everyRow: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Every row needs an answer'),
        v.description('Counts as soon as one row is answered, and always when the question is required.'),
      ),
      false,
    ),
  }),
  presets: [
    { name: 'matrix', group: 'choice', order: 40 },
    { name: 'checkbox-matrix', group: 'choice', order: 50, settings: { multiple: true } },
  ],
  start: (t) => ({
    rows: [1, 2].map((number) => ({ id: `row-${number}`, label: startLabel('rows', number, t) })),
    columns: [1, 2, 3].map((number) => ({
      id: `column-${number}`,
      label: startLabel('columns', number, t),
    })),
  }),
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
  publicSettings: ['rows', 'columns', 'multiple', 'everyRow'],
  labelling: () => 'group',
  sample: ({ rows, columns, multiple }) =>
    Object.fromEntries(
      rows.map(({ id }, index) => {
        const { id: column } = columns[index % columns.length]
        return [id, multiple ? [column] : column]
      }),
    ),
})

export type Settings = SettingsOf<typeof definition>
export default definition
