import { defineAnswer } from '@formwright/kit/answer'
import type { Settings } from './field.ts'

export default defineAnswer<Settings, string, string>({
  fromForm: (entries) => String(entries['']?.[0] ?? ''),
  toRaw: (answer) => answer,
  parse: (candidate) => {
    if (typeof candidate !== 'string') return { problems: [{ code: 'format' }] }
    return candidate === '' ? { problems: [] } : { answer: candidate, problems: [] }
  },
  validate: () => [],
  values: (answer) => ({ '': answer }),
  toText: (answer) => answer,
})
