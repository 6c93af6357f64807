import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const definition = defineField({
  kind: 'sketch',
  version: 1,
  settings: v.object({
    hint: v.optional(v.pipe(v.string(), v.maxLength(200), v.title('Hint')), 'Draw here'),
  }),
  presets: [{ name: 'sketch', group: 'other' }],
  texts: () => [{ path: 'hint', kind: 'plain', piping: true }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['hint'],
  labelling: () => 'control',
})

export type Settings = SettingsOf<typeof definition>
export default definition
