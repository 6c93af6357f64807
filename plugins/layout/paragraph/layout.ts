import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { liftToRich, PASSAGE, richText } from '@formwright/kit/rich/setting'

const definition = defineLayout({
  kind: 'paragraph',
  version: 2,
  role: 'content',
  settings: v.object({
    text: v.optional(v.pipe(richText(PASSAGE), v.title('Text')), richTextOf('Write something here.')),
  }),
  presets: [{ name: 'paragraph', group: 'layout', order: 20 }],
  lifts: { 1: liftToRich('text') },
  start: (t) => ({ text: richTextOf(t('start.text')) }),
  texts: () => [{ path: 'text', kind: 'rich', piping: true }],
  publicSettings: ['text'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
