import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const definition = defineLayout({
  kind: 'heading',
  version: 1,
  role: 'content',
  settings: v.object({
    text: v.optional(v.pipe(v.string(), v.maxLength(1000), v.title('Text')), 'Heading'),
    level: v.optional(
      v.pipe(
        v.picklist(['2', '3']),
        v.title('Level'),
        v.metadata({ labels: { 2: 'Section', 3: 'Subsection' } }),
      ),
      '2',
    ),
  }),
  presets: [{ name: 'heading', group: 'layout', order: 10 }],
  start: (t) => ({ text: t('start.text') }),
  texts: () => [{ path: 'text', kind: 'plain', piping: true }],
  publicSettings: ['text', 'level'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
