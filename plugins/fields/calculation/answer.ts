import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import { decimal, rounded } from '@formwright/kit/decimal'
import type { Settings } from './field.ts'

export type Answer = number | string | boolean

const TYPES = { number: 'number', text: 'string', boolean: 'boolean' }

/** A result is computed by the engine: nothing that is sent can set it, so there is nothing to judge. */
const answer: AnswerModule<Settings, Answer, Answer | null> = {
  fromForm: () => null,
  toRaw: (result) => result,
  parse: (candidate): ParseResult<Answer> => {
    if (typeof candidate === 'number' && Number.isFinite(candidate))
      return { answer: candidate + 0, problems: [] }
    if (typeof candidate === 'boolean') return { answer: candidate, problems: [] }
    if (typeof candidate !== 'string' || candidate === '') return { problems: [] }
    return /\0|\p{Surrogate}/u.test(candidate) ? { problems: [] } : { answer: candidate, problems: [] }
  },
  validate: () => [],
  toText: (result, { prefix, suffix, decimals }) => {
    return `${prefix}${typeof result === 'number' ? plain(result, decimals) : String(result)}${suffix}`
  },
  values: (result, { type }) => (typeof result === TYPES[type] ? { '': result } : {}),
}

/** A number that is a result as text, rounded to the decimals that are shown. */
export function plain(number: number, decimals: number | undefined): string {
  return decimals === undefined ? decimal(number) : rounded(number, decimals)
}

export default answer
