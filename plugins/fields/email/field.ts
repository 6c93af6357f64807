import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { domainsIn, isDomain } from './domains.ts'

/** Domains, one per line. */
function domains(title: string, description: string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.maxLength(5_000),
      v.check((text) => domainsIn(text).every(isDomain), 'Write domains like example.com, one per line.'),
      v.title(title),
      v.description(description),
      v.metadata({ control: 'textarea', advanced: true }),
    ),
    '',
  )
}

const definition = defineField({
  kind: 'email',
  version: 1,
  settings: v.object({
    confirm: v.optional(
      v.pipe(v.boolean(), v.title('Ask twice'), v.description('The address is typed a second time.')),
      false,
    ),
    verify: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Verify with a code'),
        v.description('A code is mailed to the address, and typed in here.'),
      ),
      false,
    ),
    allowedDomains: domains('Allowed domains', 'One per line, including subdomains. Empty: all.'),
    blockedDomains: domains('Blocked domains', 'One per line, including subdomains.'),
  }),
  asks: 'words',
  presets: [{ name: 'email', group: 'text', order: 30 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['confirm', 'verify', 'allowedDomains', 'blockedDomains'],
  labelling: () => 'control',
  confirms: ({ verify }) => (verify ? 'mail' : undefined),
  sample: ({ allowedDomains }) => `ada@${domainsIn(allowedDomains)[0] ?? 'example.com'}`,
})

export type Settings = SettingsOf<typeof definition>
export default definition
