import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { IMAGES, LARGEST } from './image.ts'

const definition = defineField({
  kind: 'signature',
  version: 1,
  settings: v.object({
    pen: v.optional(
      v.pipe(
        v.picklist(['black', 'blue']),
        v.title('Pen'),
        v.metadata({ labels: { black: 'Black', blue: 'Blue' } }),
      ),
      'black',
    ),
    upload: v.optional(
      v.pipe(
        v.boolean(),
        v.title('Allow an image'),
        v.description('A picture of a signature can be chosen instead. Typing the name is always possible.'),
      ),
      true,
    ),
  }),
  presets: [{ name: 'signature', group: 'other', order: 30 }],
  parts: () => [
    { id: '', type: 'text', operators: operatorsOf.text, at: ['text'] },
    {
      id: 'how',
      label: 'How it was signed',
      type: 'text',
      operators: ['is', 'is-not', 'is-empty', 'is-not-empty'],
    },
    { id: 'at', label: 'Signed at (UTC)', type: 'datetime', operators: operatorsOf.datetime },
    { id: 'file', label: 'Image', type: 'file', operators: operatorsOf.file },
  ],
  publicSettings: ['pen', 'upload'],
  labelling: () => 'group',
  sample: () => ({ how: 'typed', text: 'Ada Lovelace', at: '2026-01-15T09:30:00' }),
  files: () => ({ maxCount: 1, maxBytes: LARGEST, accept: IMAGES }),
})

export type Settings = SettingsOf<typeof definition>
export default definition
