import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'
import { IMAGES } from './image.ts'

const definition = defineField({
  kind: 'camera',
  version: 1,
  settings: v.object({
    camera: v.optional(
      v.pipe(
        v.picklist(['any', 'environment', 'user']),
        v.title('Camera'),
        v.description(
          'Which camera is shown first. Where a telephone takes the photo by itself, it opens this one.',
        ),
        v.metadata({
          labels: { any: 'Camera or stored picture', environment: 'Back camera', user: 'Front camera' },
        }),
      ),
      'any',
    ),
    maxMegabytes: v.optional(
      v.pipe(v.number(), v.gtValue(0), v.maxValue(100), v.title('Maximum megabytes')),
      10,
    ),
    maxMegapixels: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0.3),
        v.maxValue(50),
        v.title('Maximum megapixels'),
        v.description('A larger photo is made smaller before it is sent.'),
      ),
      12,
    ),
  }),
  presets: [
    { name: 'photo', group: 'file', order: 30 },
    { name: 'document-scan', group: 'file', order: 40, settings: { camera: 'environment' } },
  ],
  parts: () => [{ id: '', type: 'file', operators: operatorsOf.file }],
  publicSettings: ['camera', 'maxMegabytes', 'maxMegapixels'],
  permissions: () => ({ camera: [] }),
  labelling: () => 'control',
  placeholder: () => false,
  sample: ({ maxMegabytes }) => [
    {
      id: '00000000-0000-4000-8000-000000000000',
      name: 'photo.jpg',
      type: 'image/jpeg',
      size: Math.max(1, Math.min(12_345, Math.floor(maxMegabytes * 1_000_000))),
    },
  ],
  files: ({ maxMegabytes }) => ({
    accept: IMAGES,
    maxCount: 1,
    maxBytes: Math.floor(maxMegabytes * 1_000_000),
  }),
})

export type Settings = SettingsOf<typeof definition>
export default definition
