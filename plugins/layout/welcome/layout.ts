import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { alternativeText, image } from '@formwright/kit/media'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { PASSAGE, richText } from '@formwright/kit/rich/setting'

const definition = defineLayout({
  kind: 'welcome',
  version: 1,
  role: 'welcome',
  settings: v.object({
    picture: v.optional(v.pipe(image(), v.title('Picture'))),
    alt: alternativeText('picture'),
    title: v.optional(v.pipe(v.string(), v.maxLength(500), v.title('Title')), 'Welcome'),
    text: v.optional(v.pipe(richText(PASSAGE), v.title('Text')), richTextOf('')),
    startLabel: v.optional(v.pipe(v.string(), v.maxLength(100), v.title('Button')), 'Start'),
  }),
  presets: [{ name: 'welcome', group: 'layout', order: 5 }],
  start: (t) => ({
    title: t('start.title'),
    text: richTextOf(t('start.text')),
    startLabel: t('start.button'),
  }),
  texts: () => [
    { path: 'title', kind: 'plain', piping: true, role: 'title' },
    { path: 'text', kind: 'rich', piping: true },
    { path: 'startLabel', kind: 'plain', piping: false, role: 'start' },
    { path: 'alt', kind: 'plain', piping: false },
  ],
  publicSettings: ['picture', 'alt', 'title', 'text'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
