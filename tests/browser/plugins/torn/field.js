import * as v from 'valibot'

/** A field whose parts fail as its settings say: `Cell: throws`. */
export default {
  kind: 'torn',
  version: 1,
  settings: v.object({ torn: v.optional(v.pipe(v.string(), v.title('Torn')), '') }),
  presets: [{ name: 'torn', group: 'other' }],
  parts: () => [{ id: '', label: '', type: 'text', operators: ['is-empty', 'is-not-empty'] }],
  publicSettings: ['torn'],
  labelling: () => 'control',
}
