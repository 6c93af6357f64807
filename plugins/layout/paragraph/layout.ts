import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const definition = defineLayout({
  kind: 'paragraph',
  version: 1,
  role: 'content',
  settings: v.object({
    text: v.optional(
      v.pipe(v.string(), v.maxLength(20_000), v.title('Text'), v.metadata({ control: 'textarea' })),
      'Write something here.',
    ),
  }),
  presets: [{ name: 'paragraph', group: 'layout', order: 20 }],
  start: (t) => ({ text: t('start.text') }),
  texts: () => [{ path: 'text', kind: 'plain', piping: true }],
  publicSettings: ['text'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
