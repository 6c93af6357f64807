import { defineFieldServer } from '@formwright/kit/server'
import type { Answer } from './parts.ts'
import { formatOf } from './formats.ts'
import type { Settings } from './field.ts'
import { problemsIn } from './judge.ts'

/** Addresses of other countries than the default one, whose formats the page does not have. */
export default defineFieldServer<Settings, Answer>({
  judge: (answer, settings) => problemsIn(answer, formatOf(answer.country, settings)),
})
