import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

/** `image/*`, `application/pdf` or `.pdf`, as in HTML. */
const accepted = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(
    /^(\.[a-z0-9.+-]{1,20}|[a-z]+\/(\*|[a-z0-9.+-]{1,100}))$/,
    'Write a type like image/*, application/pdf or .pdf.',
  ),
)

/** A file of some type, for each kind of type a form may ask for. */
const SAMPLES: readonly { name: string; type: string }[] = [
  { name: 'example.pdf', type: 'application/pdf' },
  { name: 'example.png', type: 'image/png' },
  { name: 'example.jpg', type: 'image/jpeg' },
  { name: 'example.txt', type: 'text/plain' },
  { name: 'example.mp3', type: 'audio/mpeg' },
  { name: 'example.mp4', type: 'video/mp4' },
]

/** What fits an accepted type: one of ours, or a file that is called so. */
function sampleFile(accepted: string | undefined): { name: string; type: string } | undefined {
  const known = SAMPLES.find(({ name, type }) => {
    if (accepted === undefined) return true
    if (accepted.startsWith('.')) return name.endsWith(accepted)
    return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted
  })
  if (known || accepted === undefined) return known
  if (accepted.startsWith('.')) return { name: `example${accepted}`, type: 'application/octet-stream' }
  return { name: 'example', type: accepted.replace('*', 'example') }
}

const definition = defineField({
  kind: 'file',
  version: 1,
  settings: v.object({
    accept: v.optional(
      v.pipe(
        v.array(accepted),
        v.maxLength(50),
        v.title('Accepted types'),
        v.description('For example image/*, application/pdf or .docx. Empty: any file.'),
      ),
      () => [],
    ),
    maxMegabytes: v.optional(
      v.pipe(v.number(), v.gtValue(0), v.maxValue(1000), v.title('Maximum megabytes per file')),
      10,
    ),
    maxCount: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.title('Maximum files')),
      1,
    ),
    crop: v.optional(
      v.pipe(
        v.picklist(['off', 'free', '1:1', '4:3', '16:9']),
        v.title('Crop pictures'),
        v.description(
          'Respondents may choose the part of a picture that is sent. Whoever does not sends all of it.',
        ),
        v.metadata({
          labels: { off: 'No', free: 'Any shape', '1:1': 'Square', '4:3': '4 to 3', '16:9': '16 to 9' },
        }),
      ),
      'off',
    ),
  }),
  presets: [
    { name: 'file-upload', group: 'file', order: 10 },
    {
      name: 'image-upload',
      group: 'file',
      order: 20,
      settings: { accept: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] },
    },
  ],
  parts: () => [
    { id: '', type: 'file', operators: operatorsOf.file },
    {
      id: 'count',
      label: 'Number of files',
      type: 'number',
      operators: operatorsOf.number,
      column: false,
      at: [],
      measure: 'length',
    },
  ],
  publicSettings: ['accept', 'maxMegabytes', 'maxCount', 'crop'],
  labelling: () => 'control',
  placeholder: () => false,
  sample: ({ accept, maxMegabytes }) => {
    const size = Math.min(12_345, Math.floor(maxMegabytes * 1_000_000))
    return [{ id: '00000000-0000-4000-8000-000000000000', ...sampleFile(accept[0]), size }]
  },
  files: ({ accept, maxCount, maxMegabytes }) => ({
    accept,
    maxCount,
    maxBytes: Math.floor(maxMegabytes * 1_000_000),
  }),
})

export type Settings = SettingsOf<typeof definition>
export default definition
