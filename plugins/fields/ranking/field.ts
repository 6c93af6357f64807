import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { summaryOf } from '@formwright/kit/summary'
import { operatorsOf } from '@formwright/kit/value'

/** Names of the answer itself: no item is called so. */
const RESERVED = ['first', 'order', 'places']

const item = v.pipe(
  v.object({
    id: v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
      v.check((id) => !RESERVED.includes(id), 'Choose another id for this item.'),
    ),
    label: v.pipe(v.string(), v.maxLength(500), v.title('Label')),
  }),
  v.title('Item'),
)

function startItem(_list: string, number: number, t: Translate) {
  return { label: t('start.item', { number }) }
}

const definition = defineField({
  kind: 'ranking',
  version: 1,
  settings: v.object({
    items: v.optional(
      v.pipe(
        v.array(item),
        v.minLength(2, 'Add at least two items.'),
        v.maxLength(30, 'Keep at most 30 items.'),
        v.check(
          (items) => new Set(items.map(({ id }) => id)).size === items.length,
          'Two items have the same id.',
        ),
        v.title('Items'),
      ),
      () => [1, 2, 3].map((number) => ({ id: `item-${number}`, label: `Item ${number}` })),
    ),
    top: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(30),
        v.title('Number of places'),
        v.description('Empty: all items are ranked.'),
      ),
    ),
  }),
  presets: [
    {
      name: 'ranking',
      group: 'choice',
      order: 130,
      items: { list: 'items', text: 'label', mark: '↕' },
    },
  ],
  start: (t) => ({
    items: [1, 2, 3].map((number) => ({ id: `item-${number}`, ...startItem('items', number, t) })),
  }),
  startItem,
  parts: ({ items, top = Infinity }) => [
    {
      id: '',
      type: 'choices',
      // where all are ranked each is in it
      operators: top < items.length ? operatorsOf.choices : ['is-empty', 'is-not-empty'],
      options: items,
      at: ['order'],
    },
    {
      id: 'first',
      label: 'First place',
      type: 'choice',
      operators: operatorsOf.choice,
      options: items,
      column: false,
    },
    ...items.map(({ id, label }) => ({
      id,
      label: label.trim() === '' ? id : label,
      type: 'number' as const,
      operators: operatorsOf.number,
      at: ['places', id],
    })),
  ],
  relabel: (settings, labels) => ({
    ...settings,
    items: settings.items.map((one) => ({ ...one, label: labels.get(one.id) ?? one.label })),
  }),
  texts: ({ items }) =>
    items.map(({ id }) => ({ path: `items.${id}.label`, kind: 'plain', piping: true, names: true })),
  publicSettings: ['items', 'top'],
  labelling: () => 'group',
  // how often each came first, and where it stood on average
  summary: ({ items }) =>
    summaryOf([{ id: 'first', type: 'choice' }, ...items.map(({ id }) => ({ id, type: 'number' as const }))]),
  sample: ({ items, top }) => items.slice(0, top).map(({ id }) => id),
})

export type Settings = SettingsOf<typeof definition>
export default definition
