import * as v from 'valibot'

const counts = (given) => ({ [given === 'long' ? 'x'.repeat(10_000_000) : given]: 1 })

/** A kind that says more of its answers than a page, a row or a database can hold. */
export default {
  kind: 'wordy',
  version: 1,
  settings: v.object({ mood: v.optional(v.string(), '') }),
  presets: [{ name: 'wordy', group: 'other' }],
  parts: ({ mood }) => [
    {
      id: '',
      type: mood === 'options' ? 'choice' : 'text',
      operators: ['is'],
      ...(mood === 'options' && {
        options: Array.from({ length: 100_000 }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` })),
      }),
    },
  ],
  publicSettings: [],
  labelling: () => 'control',
  summary: () => ({
    start: () => '',
    add: (state, values) => values[''] ?? state,
    merge: (one) => one,
    finish: (state) => [{ part: '', answered: 1, counts: counts(state) }],
  }),
}
