import * as v from 'valibot'

/** A text whose parts fail as its settings say. */
export default {
  kind: 'torn-note',
  version: 1,
  role: 'content',
  settings: v.object({ torn: v.optional(v.pipe(v.string(), v.title('Torn')), '') }),
  presets: [{ name: 'torn-note', group: 'layout' }],
  publicSettings: ['torn'],
  texts: () => [],
}
