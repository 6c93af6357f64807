import type { AnswerModule } from '@formwright/kit/answer'
import { readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'
import { exampleOf, fitted } from './mask.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    return typeof entry === 'string' ? entry : ''
  },
  toRaw: (text) => text,
  parse: (candidate, { mask }) => {
    const read = readText(candidate)
    if (read.answer === undefined) return read
    return { answer: fitted(mask, read.answer) ?? read.answer, problems: [] }
  },
  validate: (text, { mask }) =>
    fitted(mask, text) === text ? [] : [{ code: 'pattern', params: { example: exampleOf(mask) } }],
  toText: (text) => text,
  values: (text) => ({ '': text }),
}

export default answer
