import type { InferOutput } from 'valibot'
import type { AnswerModule } from '../answer.ts'
import type { FieldDefinition, SettingsSchema } from '../field.ts'
import { readSettings, settingsToTry, testBlock } from './block.ts'
import { testAnything, testExamples } from './field_answers.ts'
import { testConfirmation } from './field_confirmation.ts'
import { testDeclarations } from './field_declarations.ts'
import { testDrawing } from './field_drawing.ts'
import { testLong } from './field_long.ts'
import { testManners } from './field_manners.ts'
import { testParts, testSummary } from './field_parts.ts'
import type { FieldUnderTest } from './field_under_test.ts'
import { folderOf, type OldSettings } from './folder.ts'

export interface FieldCase<Schema extends SettingsSchema, A, R> {
  /** `import.meta.url` of the spec */
  spec: string
  definition: FieldDefinition<Schema>
  answer: AnswerModule<InferOutput<Schema>, A, R>
  /**
   * Answers that are valid under these settings, which are laid over the defaults. At least one. `required: false`: half an
   * answer, which is valid only where none has to be given.
   */
  examples: readonly { settings?: Partial<InferOutput<Schema>>; answer: A; required?: false }[]
  /** further settings under which nothing may break */
  settings?: readonly Partial<InferOutput<Schema>>[]
  oldSettings?: OldSettings
  /** strings that broke something somewhere; the caller reads them from the big list */
  naughty?: readonly string[]
}

/**
 * The suite every field plugin passes: what it says of itself is true, whatever is sent to it ends as an answer or as
 * coded problems, and an answer goes round through JSON, the control and a plain post without a change.
 */
export function conformField<Schema extends SettingsSchema, A, R>(given: FieldCase<Schema, A, R>): void {
  const { definition, answer, naughty = [] } = given
  const folder = folderOf(given.spec)
  const further = [...given.examples.map(({ settings }) => settings ?? {}), ...(given.settings ?? [])]
  const everySettings = settingsToTry(definition, further)
  const examples = given.examples.map((example) => ({
    ...example,
    settings: readSettings(definition.settings, example.settings ?? {}),
  }))
  const field: FieldUnderTest<Schema, A, R> = {
    folder,
    definition,
    answer,
    examples,
    everySettings,
    naughty,
  }
  testBlock(folder, definition, everySettings, given.oldSettings ?? {})
  testDeclarations(field)
  testParts(field)
  testSummary(field)
  testExamples(field)
  testConfirmation(field)
  testDrawing(field)
  testAnything(field)
  testLong(field)
  testManners(field)
}
