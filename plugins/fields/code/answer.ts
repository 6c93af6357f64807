import type { AnswerModule } from '@formwright/kit/answer'
import { lengthProblems, readText } from '@formwright/kit/typed_text'
import type { Settings } from './field.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => {
    const entry = entries['']?.[0]
    // as the control holds it: a post ends its lines with CR LF
    return typeof entry === 'string' ? entry.replace(/\r\n/g, '\n') : ''
  },
  toRaw: (text) => text,
  parse: readText,
  validate: lengthProblems,
  toText: (text) => text,
  values: (text) => ({ '': text }),
}

export default answer
