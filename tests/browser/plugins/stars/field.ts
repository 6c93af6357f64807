import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const definition = defineField({
  kind: 'stars',
  version: 1,
  settings: v.object({ most: v.optional(v.pipe(v.number(), v.integer(), v.title('Stars')), 5) }),
  presets: [{ name: 'stars', group: 'other' }],
  texts: () => [],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['most'],
  labelling: () => 'control',
})

export type Settings = SettingsOf<typeof definition>
export default definition
