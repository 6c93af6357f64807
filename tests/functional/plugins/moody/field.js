import * as v from 'valibot'
import temperature from '../temperature/field.js'

/** Without a mood it is as good as temperature. */
const BROKEN = false

/** A member that throws for the blocks whose settings name it. */
const moody =
  (member, answer) =>
  (settings, ...more) => {
    if (BROKEN && settings.mood === member) throw new Error(`no ${member} today`)
    return answer(settings, ...more)
  }

const members = {
  parts: temperature.parts,
  labelling: temperature.labelling,
  placeholder: () => true,
  texts: () => [],
  relabel: (settings) => settings,
  sample: () => '20',
  formula: () => undefined,
  serverOnly: () => false,
  displayed: () => true,
  files: () => undefined,
  summary: () => undefined,
  secret: () => false,
  patterns: () => [],
  check: () => [],
  csp: () => ({}),
  permissions: () => ({}),
}

/** A kind each of whose members can throw. */
export default {
  ...temperature,
  kind: 'moody',
  presets: [{ name: 'moody', group: 'other' }],
  settings: v.object({ ...temperature.settings.entries, mood: v.optional(v.string(), '') }),
  ...Object.fromEntries(Object.entries(members).map(([name, answer]) => [name, moody(name, answer)])),
}
