import type { AnswerModule, FormEntries, ParseResult } from '@formwright/kit/answer'
import { canonical } from './code.ts'
import type { Settings } from './field.ts'

/**
 * What the controls hold: the tick, which is a colour of the palette, `other` for one's own, or nothing; and one's own with
 * its opacity from 0 to 255. A browser's colour input always has a value, so only the tick says that there is an answer.
 */
export type Raw = Readonly<Record<'ticked' | 'own' | 'alpha', string>>

/** One's own. */
export const OWN = 'other'
/** What a radio without a script stands for when the choice is taken back. */
export const CLEAR = '-'
/** What a browser's colour input shows before anything was picked. */
export const BLACK = '#000000'

const answer: AnswerModule<Settings, string, Raw> = {
  fromForm: (entries) => ({
    ticked: entryIn(entries, ''),
    own: entryIn(entries, 'own'),
    alpha: entryIn(entries, 'alpha'),
  }),
  toRaw: (color, settings) => ({
    ticked: isOffered(color, settings) ? color : OWN,
    own: color.slice(0, 7),
    alpha: `${Number(`0x${color.slice(7) || 'ff'}`)}`,
  }),
  parse: (candidate, { palette }): ParseResult<string> => {
    const text = typeof candidate === 'object' && candidate ? tickedIn(candidate) : (candidate ?? '')
    if (typeof text !== 'string') return { problems: [{ code: 'format' }] }
    const name = text.trim()
    if (name === CLEAR || name === '') return { problems: [] }
    const color = canonical(name) ?? palette.find(({ label }) => label === name)?.color
    return color ? { answer: color, problems: [] } : { problems: [{ code: 'format' }] }
  },
  validate: (color, settings) => {
    if (isOffered(color, settings)) return []
    const reason = settings.free ? !settings.alpha && color[7] && 'alpha' : 'palette'
    return reason ? [{ code: 'not-allowed', params: { reason } }] : []
  },
  values: (color) => ({ '': color }),
  toText: (color) => color,
}

function entryIn(entries: FormEntries, part: string): string {
  const entry = entries[part]?.[0]
  return typeof entry === 'string' ? entry : ''
}

function isOffered(color: string, { palette }: Settings): boolean {
  return palette.some((one) => one.color === color)
}

/** The colour that is ticked in what the controls hold. */
function tickedIn({ ticked, own = '', alpha = '' }: Partial<Record<keyof Raw, unknown>>): unknown {
  if (ticked !== OWN) return ticked
  // of data these may be anything
  if (typeof own !== 'string' || typeof alpha !== 'string') return undefined
  // two digits, zeros before them too
  const opacity = ((Number(alpha || 255) & 255) | 256).toString(16).slice(1)
  return `${own || BLACK}${opacity}`
}

export default answer
