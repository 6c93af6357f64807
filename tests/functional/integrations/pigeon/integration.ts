import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

const settings = v.object({
  url: v.optional(v.string(), ''),
  /** what goes wrong */
  fault: v.optional(v.string(), ''),
})

export type PigeonSettings = v.InferOutput<typeof settings>

/** An integration that does what tests ask of it, right or wrong. */
export default defineIntegration({
  kind: 'pigeon',
  version: 3,
  settings,
  lifts: { 1: (old) => old, 2: (old) => old },
  events: ['submission.created', 'submission.deleted'],
  order: 'one-after-the-other',
  secret: { prefix: 'coo_' },
  summary: ({ url }) => url,
})
