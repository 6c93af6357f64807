import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const word = v.pipe(v.string(), v.maxLength(200))

const definition = defineField({
  kind: 'toggle',
  version: 1,
  settings: v.object({
    onLabel: v.optional(v.pipe(word, v.title('Word for on')), 'On'),
    offLabel: v.optional(v.pipe(word, v.title('Word for off')), 'Off'),
  }),
  asks: 'yes-or-no',
  presets: [{ name: 'toggle', group: 'choice', order: 90 }],
  start: (t) => ({ onLabel: t('start.on'), offLabel: t('start.off') }),
  parts: () => [{ id: '', type: 'boolean', operators: operatorsOf.boolean }],
  texts: () => [
    { path: 'onLabel', kind: 'plain', piping: true },
    { path: 'offLabel', kind: 'plain', piping: true },
  ],
  publicSettings: ['onLabel', 'offLabel'],
  labelling: () => 'control',
  placeholder: () => false,
  sample: () => true,
})

export type Settings = SettingsOf<typeof definition>
export default definition
