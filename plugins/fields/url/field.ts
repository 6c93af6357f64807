import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { hostsIn } from './hosts.ts'

const definition = defineField({
  kind: 'url',
  version: 1,
  settings: v.object({
    https: v.optional(
      v.pipe(v.boolean(), v.title('Require https'), v.description('Addresses with http are refused.')),
      false,
    ),
    hosts: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(5_000),
        v.check(
          (text) => hostsIn(text).every((host) => URL.canParse(`https://${host}/`)),
          'Write hosts like example.com, one per line.',
        ),
        v.title('Allowed hosts'),
        v.description('One per line, including subdomains. Empty: all.'),
        v.metadata({ control: 'textarea', advanced: true }),
      ),
      '',
    ),
  }),
  asks: 'words',
  presets: [{ name: 'url', group: 'text', order: 40 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['https', 'hosts'],
  labelling: () => 'control',
  sample: ({ hosts }) => `https://${hostsIn(hosts)[0] ?? 'example.com'}/`,
})

export type Settings = SettingsOf<typeof definition>
export default definition
