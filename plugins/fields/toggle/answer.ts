import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Settings } from './field.ts'

const answer: AnswerModule<Settings, boolean, boolean> = {
  fromForm: ({ '': entries = [] }) => entries.includes('on'),
  toRaw: (on) => on,
  // who leaves a switch as it is leaves it off
  untouched: () => false,
  parse: (candidate, settings): ParseResult<boolean> => {
    const said = typeof candidate === 'string' ? wordSaid(candidate, settings) : (candidate ?? '')
    if (said === '') return { problems: [] }
    return typeof said === 'boolean' ? { answer: said, problems: [] } : { problems: [{ code: 'format' }] }
  },
  validate: (on, _, { required }) => (required && !on ? [{ code: 'required' }] : []),
  values: (on) => ({ '': on }),
  toText: (on, { onLabel, offLabel }) => (on ? onLabel : offLabel),
}

/** A word for on or off; any other as it is, without the spaces around it. */
function wordSaid(text: string, { onLabel, offLabel }: Settings): boolean | string {
  const word = text.trim().toLowerCase()
  if (word === '') return word
  if (word === onLabel.trim().toLowerCase()) return true
  if (word === offLabel.trim().toLowerCase()) return false
  if (/^(on|true|yes|1)$/.test(word)) return true
  return /^(off|false|no|0)$/.test(word) ? false : word
}

export default answer
