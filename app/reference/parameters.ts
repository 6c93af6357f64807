import type { JsonSchema } from '#app/reference/schemas'

/** A parameter of a query. */
export interface Parameter {
  words: string
  schema: JsonSchema
  required?: true
}

/** One that is a text. */
export const text = (words: string): Parameter => ({ words, schema: { type: 'string' } })
/** One of some words. */
export const oneOf = (words: string, ...choices: string[]): Parameter => ({
  words,
  schema: { type: 'string', enum: choices },
})
/** Where a list goes on. */
export const cursor = text('`next_cursor` of the page before.')
/** A page of a list: its longest, and how long it is when nobody says. */
export const page = (maximum: number, usual = 50) => ({
  cursor,
  limit: {
    words: `At most so many, from 1 to ${maximum}; ${usual} when it is left out. Anything else is refused (422).`,
    schema: { type: 'integer', minimum: 1, maximum, default: usual },
  },
})
/** What narrows submissions. */
export const view = {
  search: text('Words that all occur in a submission.'),
  filter: text(
    'Comparisons that all hold, as JSON: `{"all": [{"field": "seats", "op": "gte", "value": 2}]}`. `field` is the key or the id of a field; which `op` it knows, `questions` says. `$received` is the time it came in, with `eq`, `before`, `after` and `between`: a day (`2031-05-31`, of the `zone` beside it, else of UTC), or a time (`2031-05-31T12:00:00Z`). `$version` is the number of the version, once there are two.',
  ),
}
/** As which service a program is told, and of what. */
export const told = {
  kind: { ...text('Of the integration: which service subscribes, as `zapier`.'), required: true },
  event: {
    ...oneOf('Which event.', 'submission.created', 'submission.updated', 'submission.deleted'),
    required: true,
  },
} as const
/** What narrows the log of an integration. */
export const log = {
  status: oneOf('How they stand.', 'pending', 'delivered', 'failed', 'unsure', 'cancelled'),
  event: text('`submission.created` and so on.'),
  origin: oneOf('Why they were made.', 'new', 'earlier', 'test'),
  from: text('Made at this time or later: `2026-05-03T00:00:00Z`.'),
  to: text('Made before this time.'),
  submission: text('The id of their submission.'),
  text: text('A part of the reason.'),
}
/** What goes with a file. */
export const upload = {
  name: { ...text('What the file is called.'), required: true },
} as const
