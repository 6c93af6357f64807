import * as v from 'valibot'

const NUMBER = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between', 'is-empty', 'is-not-empty']

/** A kind as a package brings it: compiled, and importing nothing of this repository. */
export default {
  kind: 'temperature',
  version: 1,
  settings: v.object({
    unit: v.optional(v.pipe(v.picklist(['C', 'F']), v.title('Unit')), 'C'),
  }),
  presets: [{ name: 'temperature', group: 'other' }],
  parts: ({ unit }) => [
    { id: '', label: `°${unit}`, type: 'number', operators: NUMBER },
    { id: 'feels', label: 'feels', type: 'text', operators: [] },
  ],
  publicSettings: ['unit'],
  labelling: () => 'control',
}
