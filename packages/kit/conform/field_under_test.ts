import type { InferOutput } from 'valibot'
import type { AnswerContext, AnswerModule } from '../answer.ts'
import type { FieldDefinition, SettingsSchema } from '../field.ts'

/** A field plugin with everything that it is tried with. */
export interface FieldUnderTest<Schema extends SettingsSchema, A, R> {
  folder: string
  definition: FieldDefinition<Schema>
  answer: AnswerModule<InferOutput<Schema>, A, R>
  /** answers that are valid under their settings */
  examples: readonly { settings: InferOutput<Schema>; answer: A; required?: false }[]
  /** settings under which nothing may break */
  everySettings: readonly InferOutput<Schema>[]
  naughty: readonly string[]
}

/** Every way an answer comes, in languages that write numbers and dates in their own ways. */
export const CONTEXTS: readonly AnswerContext[] = [
  'en',
  'de',
  'fr',
  'fr-CH',
  'es',
  'ar-EG',
  'hi-IN',
  'no-such-locale!',
].flatMap((locale) => {
  return (['form', 'data'] as const).map((source): AnswerContext => ({
    locale,
    source,
    now: 1_772_000_000_000,
  }))
})
