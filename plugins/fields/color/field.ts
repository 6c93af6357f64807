import * as v from 'valibot'
import type { Translate } from '@formwright/kit/control'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { summaryOf } from '@formwright/kit/summary'
import { canonical } from './code.ts'

const swatch = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/)),
    label: v.pipe(v.string(), v.maxLength(200), v.title('Name')),
    color: v.pipe(
      v.string(),
      v.transform((text) => canonical(text) ?? text),
      v.check((text) => canonical(text) === text, 'Write a color like #1d4ed8.'),
      v.title('Color'),
    ),
  }),
  v.title('Swatch'),
)

/** What new colours of a palette are until they are changed, in turns. */
const FIRST = ['#dc2626', '#ea580c', '#ca8a04', '#16a34a', '#0891b2', '#2563eb', '#7c3aed', '#db2777']

function startItem(_list: string, number: number, t: Translate) {
  return { label: t('start.color', { number }), color: FIRST[(number - 1) % FIRST.length] ?? '' }
}

const definition = defineField({
  kind: 'color',
  version: 1,
  settings: v.object({
    palette: v.optional(
      v.pipe(
        v.array(swatch),
        v.maxLength(50, 'Palette: keep at most 50.'),
        v.check(
          (all) => new Set(all.map(({ id }) => id)).size === all.length,
          'Two colors have the same id.',
        ),
        v.title('Palette'),
        v.description('Colors to choose from.'),
      ),
      () => [],
    ),
    free: v.optional(
      v.pipe(v.boolean(), v.title('Any color'), v.description('People can pick one of their own.')),
      true,
    ),
    alpha: v.optional(v.pipe(v.boolean(), v.title('Opacity'), v.metadata({ with: 'free' })), false),
  }),
  presets: [{ name: 'color', group: 'other', order: 60 }],
  startItem,
  parts: () => [{ id: '', type: 'text', operators: ['is', 'is-not', 'is-empty', 'is-not-empty'] }],
  texts: ({ palette }) =>
    palette.map(({ id }) => ({ path: `palette.${id}.label`, kind: 'plain', piping: true, names: true })),
  publicSettings: ['palette', 'free', 'alpha'],
  labelling: () => 'group',
  // how often each colour was chosen says more than which came last
  summary: () => summaryOf([{ id: '', type: 'choice' }]),
  sample: ({ palette, free }) => palette[0]?.color ?? (free ? '#1d4ed8' : undefined),
  check: ({ palette, free }) =>
    palette.length > 0 || free
      ? []
      : [
          {
            severity: 'error',
            code: 'unanswerable',
            path: 'settings.palette',
            message: 'Add a color to the palette, or allow any color.',
          },
        ],
})

export type Settings = SettingsOf<typeof definition>
export default definition
