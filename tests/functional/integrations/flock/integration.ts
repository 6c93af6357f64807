import * as v from 'valibot'
import { defineIntegration } from '@formwright/kit/integration'

const settings = v.object({ url: v.optional(v.string(), '') })

export type FlockSettings = v.InferOutput<typeof settings>

/** An integration that carries up to four deliveries in one flight. */
export default defineIntegration({
  kind: 'flock',
  version: 1,
  settings,
  events: ['submission.created'],
  order: 'one-after-the-other',
  batch: 4,
  summary: ({ url }) => url,
})
