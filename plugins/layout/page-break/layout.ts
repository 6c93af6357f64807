import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const label = v.pipe(v.string(), v.maxLength(100))

const definition = defineLayout({
  kind: 'page-break',
  version: 1,
  role: 'page-break',
  settings: v.object({
    title: v.optional(
      v.pipe(v.string(), v.maxLength(500), v.title('Title'), v.description('Of the page that begins here.')),
      '',
    ),
    nextLabel: v.optional(
      v.pipe(label, v.title('Button to this page'), v.description('Stands on the page before. Empty: Next.')),
      '',
    ),
    backLabel: v.optional(
      v.pipe(label, v.title('Button back'), v.description('Stands on this page. Empty: Back.')),
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
