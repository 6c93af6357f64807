import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const label = v.pipe(v.string(), v.maxLength(100))

const definition = defineLayout({
  kind: 'page-break',
  version: 1,
  role: 'page-break',
  settings: v.object({
    title: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(500),
        v.title('Title'),
        v.description('The title of the page that starts here.'),
      ),
      '',
    ),
    nextLabel: v.optional(
      v.pipe(label, v.title('Next button'), v.description('On the page before. Empty: Next.')),
      '',
    ),
    backLabel: v.optional(
      v.pipe(label, v.title('Back button'), v.description('On this page. Empty: Back.')),
      '',
    ),
  }),
  presets: [{ name: 'page-break', group: 'layout', order: 30 }],
  texts: () => [
    { path: 'nextLabel', kind: 'plain', piping: false, role: 'next' },
    { path: 'title', kind: 'plain', piping: true, role: 'title' },
    { path: 'backLabel', kind: 'plain', piping: false, role: 'back' },
  ],
  publicSettings: ['title'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
