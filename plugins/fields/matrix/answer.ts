import type { AnswerModule } from '@formwright/kit/answer'
import { choices } from './choices.ts'
import type { Settings } from './field.ts'
import { inputs } from './inputs.ts'
import type { Answer, Raw } from './rows.ts'

const answer: AnswerModule<Settings, Answer, Raw> = {
  fromForm: (entries, settings) => moduleOf(settings).fromForm(entries, settings),
  toRaw: (given, settings) => moduleOf(settings).toRaw(given, settings),
  parse: (candidate, settings, context) => moduleOf(settings).parse(candidate, settings, context),
  validate: (given, settings, context) => moduleOf(settings).validate(given, settings, context),
  values: (given, settings, context) => moduleOf(settings).values(given, settings, context),
  toText: (given, settings, part, locale) => moduleOf(settings).toText(given, settings, part, locale),
}

function moduleOf({ cells }: Settings): AnswerModule<Settings, Answer, Raw> {
  return cells === 'choice' ? choices : inputs
}

export default answer
