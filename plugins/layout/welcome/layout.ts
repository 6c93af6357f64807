import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'
import { image } from '@formwright/kit/media'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { richText } from '@formwright/kit/rich/setting'

const definition = defineLayout({
  kind: 'welcome',
  version: 1,
  role: 'welcome',
  settings: v.object({
    picture: v.optional(v.pipe(image(), v.title('Picture'))),
    alt: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(1000),
        v.title('Alternative text'),
        v.description('Read to people who cannot see the picture. Empty: it is decoration.'),
        v.metadata({ with: 'picture' }),
      ),
      '',
    ),
    title: v.optional(v.pipe(v.string(), v.maxLength(500), v.title('Title')), 'Welcome'),
    text: v.optional(
      v.pipe(
        richText({
          headings: true,
          lists: true,
          quotes: true,
          links: true,
          references: true,
          maxLength: 20_000,
        }),
        v.title('Text'),
      ),
      richTextOf(''),
    ),
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
