import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { asks, exampleOf } from './mask.ts'

const definition = defineField({
  kind: 'formatted-text',
  version: 1,
  settings: v.object({
    mask: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(100),
        v.title('Format'),
        v.description(
          '0 is a digit, A a letter, * either. Other signs stand as they are; \\ before a sign makes it one of them.',
        ),
      ),
      'AAA-000',
    ),
  }),
  asks: 'words',
  presets: [{ name: 'formatted-text', group: 'text', order: 80 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['mask'],
  labelling: () => 'control',
  sample: ({ mask }) => (asks(mask).anything ? exampleOf(mask) : undefined),
  check: ({ mask }) =>
    asks(mask).anything
      ? []
      : [
          {
            severity: 'error',
            code: 'unanswerable',
            path: 'settings.mask',
            message:
              'Nothing can be written into its format. Use 0 for a digit, A for a letter, or * for either.',
          },
        ],
})

export type Settings = SettingsOf<typeof definition>
export default definition
