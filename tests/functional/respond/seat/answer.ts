import type { AnswerModule } from '@formwright/kit/answer'
import type { Settings } from './field.ts'

const answer: AnswerModule<Settings, string, string> = {
  fromForm: (entries) => String(entries['']?.[0] ?? ''),
  toRaw: (given) => given,
  parse: (candidate) =>
    typeof candidate === 'string' && candidate !== ''
      ? { answer: candidate, problems: [] }
      : { problems: [] },
  validate: () => [],
  values: (given) => ({ '': given }),
  toText: (given) => given,
  claims: (given, { limit }) => [{ key: given, limit }],
}
export default answer
