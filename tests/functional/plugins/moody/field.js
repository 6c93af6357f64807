import * as v from 'valibot'
import temperature from '../temperature/field.js'
import { MEMBERS, moodOf, moody } from './moods.js'

const settings = v.object({ ...temperature.settings.entries, mood: v.optional(v.string(), '') })
const read = (given) => {
  if (moodOf('settings', [given])) throw new Error('no settings today')
  return true
}

/** A kind each of whose members can fail. */
export default {
  ...temperature,
  kind: 'moody',
  presets: [{ name: 'moody', group: 'other' }],
  settings: v.pipe(settings, v.check(read)),
  publicSettings: ['unit', 'mood'],
  ...moody(MEMBERS, temperature),
}
