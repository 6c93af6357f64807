import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { MOST_ITEMS } from '@formwright/kit/address'

const WHOLE = 'Enter a whole number.'

const items = (least: number) =>
  v.pipe(
    v.number(),
    v.integer(WHOLE),
    v.minValue(least, `Enter ${least} or more.`),
    v.maxValue(MOST_ITEMS, `A section repeats up to ${MOST_ITEMS.toLocaleString('en')} times.`),
  )

/** Settings of the items are shown while there are any. */
const REPEATING = { with: 'repeating' }

const definition = defineLayout({
  kind: 'section',
  version: 1,
  role: 'section',
  settings: v.pipe(
    v.object({
      title: v.optional(
        v.pipe(v.string(), v.maxLength(500), v.title('Title'), v.description('Shown above its questions.')),
        '',
      ),
      repeating: v.optional(
        v.pipe(
          v.boolean(),
          v.title('Repeats'),
          v.description('People answer its questions once per item, and add items as needed.'),
        ),
        false,
      ),
      min: v.optional(
        v.pipe(
          items(0),
          v.title('Minimum'),
          v.description('Fewest items in an answer.'),
          v.metadata(REPEATING),
        ),
        1,
      ),
      max: v.optional(
        v.pipe(
          items(1),
          v.title('Maximum'),
          v.description('Most items in an answer.'),
          v.metadata(REPEATING),
        ),
        10,
      ),
      itemTitle: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(500),
          v.title('Item title'),
          v.description('Can contain answers of the item. Empty: the title, numbered.'),
          v.metadata(REPEATING),
        ),
        '',
      ),
      addLabel: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(100),
          v.title('Add button'),
          v.description('Empty: Add another.'),
          v.metadata(REPEATING),
        ),
        '',
      ),
    }),
    v.forward(
      v.check(({ min, max }) => min <= max, 'The maximum cannot be below the minimum.'),
      ['max'],
    ),
  ),
  presets: [
    { name: 'section', group: 'layout', order: 22 },
    { name: 'repeating-section', group: 'layout', order: 24, settings: { repeating: true } },
  ],
  start: (t) => ({ title: t('start.title') }),
  texts: () => [
    { path: 'title', kind: 'plain', piping: true, role: 'title' },
    { path: 'itemTitle', kind: 'plain', piping: true, role: 'item-title' },
    { path: 'addLabel', kind: 'plain', piping: false, role: 'add' },
  ],
  publicSettings: [],
  repeat: ({ repeating, min, max }) => (repeating ? { min, max } : undefined),
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
