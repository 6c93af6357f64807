import * as v from 'valibot'
import { defineLayout, type LayoutSettingsOf } from '@formwright/kit/layout'

const definition = defineLayout({
  kind: 'divider',
  version: 1,
  role: 'content',
  settings: v.object({
    line: v.optional(
      v.pipe(v.boolean(), v.title('Show a line'), v.description('Without it there is only space.')),
      true,
    ),
  }),
  presets: [{ name: 'divider', group: 'layout', order: 40 }],
  texts: () => [],
  publicSettings: ['line'],
})

export type Settings = LayoutSettingsOf<typeof definition>
export default definition
