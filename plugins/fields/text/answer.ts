import type { AnswerModule } from '@formwright/kit/answer'
import { lengthProblems, readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (text) => text,
  parse: readText,
  validate: (text, settings) => {
    const problems = lengthProblems(text, settings)
    const { pattern, patternMessage } = settings
    if (pattern !== '' && !fits(text, pattern)) {
      problems.push(
        patternMessage === '' ? { code: 'pattern' } : { code: 'pattern', message: patternMessage },
      )
    }
    return problems
  },
  toText: (text) => text,
  values: (text) => ({ '': text }),
}

function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text)
  } catch {
    // Publishing refuses such a pattern; a draft on the canvas may hold one that is half typed.
    return true
  }
}

export default answer
