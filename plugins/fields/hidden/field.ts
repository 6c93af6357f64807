import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { REFERRER } from '@formwright/kit/referrer'
import { operatorsOf } from '@formwright/kit/value'

const definition = defineField({
  kind: 'hidden',
  version: 1,
  settings: v.object({
    source: v.optional(
      v.pipe(
        v.picklist(['param', REFERRER, 'fixed']),
        v.title('Comes from'),
        v.description('The page that led here is stored without what follows its path, and without cookies.'),
        v.metadata({
          labels: {
            param: 'A link parameter',
            [REFERRER]: 'The page that led here',
            fixed: 'A fixed text',
          },
        }),
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
        v.description('The fixed text, or what is stored where nothing else is known.'),
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
