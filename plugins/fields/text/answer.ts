import type { AnswerModule } from '@formwright/kit/answer'
import { compilePattern } from '@formwright/kit/pattern'
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
    // Publishing refuses one that is none; a draft on the canvas may hold one that is half typed.
    if (pattern !== '' && compilePattern(pattern, true)?.test(text) === false) {
      problems.push(
        patternMessage === '' ? { code: 'pattern' } : { code: 'pattern', message: patternMessage },
      )
    }
    return problems
  },
  toText: (text) => text,
  values: (text) => ({ '': text }),
}

export default answer
