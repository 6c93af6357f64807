import type { AnswerModule, ParseResult } from '@formwright/kit/answer'
import type { Settings } from './field.ts'

const LONGEST = 2_000

const answer: AnswerModule<Settings, string, string> = {
  fromForm: () => '',
  toRaw: (text) => text,
  untouched: ({ source, param, text }, params) => {
    const name = source === 'param' ? param : source
    const given = source !== 'fixed' && Object.hasOwn(params, name) ? params[name] : ''
    return kept(given) || kept(text) || undefined
  },
  parse: (candidate): ParseResult<string> => {
    if (candidate === undefined || candidate === null) return { problems: [] }
    if (typeof candidate !== 'string') return { problems: [{ code: 'format' }] }
    const text = kept(candidate)
    return text === '' ? { problems: [] } : { answer: text, problems: [] }
  },
  validate: () => [],
  values: (text) => ({ '': text }),
  toText: (text) => text,
}

/** What can be stored of it: nobody sees it who could mend it. */
function kept(text: string): string {
  // the cut may have gone through a sign of two halves
  const whole = text.slice(0, LONGEST).replace(/\0|\p{Surrogate}/gu, '')
  return whole.trim() === '' ? '' : whole
}

export default answer
