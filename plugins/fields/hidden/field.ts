import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const definition = defineField({
  kind: 'hidden',
  version: 1,
  settings: v.object({
    source: v.optional(
      v.pipe(
        v.picklist(['param', 'fixed']),
        v.title('Comes from'),
        v.metadata({ labels: { param: 'A link parameter', fixed: 'A fixed text' } }),
      ),
      'param',
    ),
    param: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(200),
        v.title('Parameter name'),
        v.description('In the link: ?source=…'),
      ),
      'source',
    ),
    text: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2_000),
        v.title('Text'),
        v.description('The fixed text, or what is stored where the link has no such parameter.'),
      ),
      '',
    ),
  }),
  presets: [{ name: 'hidden', group: 'other', order: 90 }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: ['source', 'param', 'text'],
  labelling: () => 'none',
  displayed: () => false,
  sample: ({ text }) => (text.trim() === '' ? 'newsletter' : text),
  check: ({ source, param }) =>
    source === 'param' && param.trim() === ''
      ? [
          {
            severity: 'error',
            code: 'unanswerable',
            path: 'settings.param',
            message: 'The parameter that it comes from has no name. Name it.',
          },
        ]
      : [],
})

export type Settings = SettingsOf<typeof definition>
export default definition
