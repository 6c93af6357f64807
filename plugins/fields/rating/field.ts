import * as v from 'valibot'
import { defineField, type SettingsOf } from '@formwright/kit/field'
import { pointsOf } from '@formwright/kit/stepped'
import { summaryOfPoints } from '@formwright/kit/summary'
import { operatorsOf } from '@formwright/kit/value'
import { stepsOf } from './steps.ts'

const words = v.pipe(v.string(), v.maxLength(200))

const definition = defineField({
  kind: 'rating',
  version: 1,
  settings: v.object({
    icon: v.optional(
      v.pipe(
        v.picklist(['star', 'heart', 'thumb', 'number']),
        v.title('Shown as'),
        v.metadata({ labels: { star: 'Stars', heart: 'Hearts', thumb: 'Thumbs', number: 'Numbers' } }),
      ),
      'star',
    ),
    max: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(10), v.title('Highest rating')),
      5,
    ),
    half: v.optional(v.pipe(v.boolean(), v.title('Half steps')), false),
    startLabel: v.optional(v.pipe(words, v.title('Label of the lowest')), ''),
    endLabel: v.optional(v.pipe(words, v.title('Label of the highest')), ''),
  }),
  asks: 'how-much',
  presets: [{ name: 'rating', group: 'choice', order: 100 }],
  parts: () => [{ id: '', type: 'number', operators: operatorsOf.number }],
  texts: () => [
    { path: 'startLabel', kind: 'plain', piping: true },
    { path: 'endLabel', kind: 'plain', piping: true },
  ],
  publicSettings: ['icon', 'max', 'half', 'startLabel', 'endLabel'],
  labelling: () => 'group',
  summary: (settings) => summaryOfPoints(pointsOf(stepsOf(settings))),
  sample: ({ max }) => max - 1,
})

export type Settings = SettingsOf<typeof definition>
export default definition
