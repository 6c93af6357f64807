import * as v from 'valibot'
import { defineField } from '@formwright/kit/field'
import { operatorsOf } from '@formwright/kit/value'

const settings = v.object({ limit: v.optional(v.number(), 1) })

export type Settings = v.InferOutput<typeof settings>

/** A text that can be given so many times in all submissions. */
export default defineField({
  kind: 'seat',
  version: 1,
  settings,
  presets: [{ name: 'seat', group: 'other' }],
  parts: () => [{ id: '', type: 'text', operators: operatorsOf.text }],
  publicSettings: [],
  labelling: () => 'control',
})
