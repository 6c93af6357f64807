import * as v from 'valibot'
import { LAYOUT_MEMBERS, moody } from './moods.js'

const texts = () => [{ path: 'title', kind: 'plain', piping: true }]
const repeat = () => ({ min: 0, max: 3 })

/** A layout kind of the name and role that whoever drops it writes here. */
export default {
  kind: 'KIND',
  version: 1,
  role: 'ROLE',
  settings: v.object({ title: v.optional(v.string(), 'Hear'), mood: v.optional(v.string(), '') }),
  presets: [{ name: 'KIND', group: 'layout' }],
  publicSettings: ['title', 'mood'],
  ...moody(LAYOUT_MEMBERS, { texts, ...('ROLE' === 'section' && { repeat }) }),
}
