import { readFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import app from '@adonisjs/core/services/app'
import type { GenericSchema } from 'valibot'

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { [name: string]: unknown }

/** Where the schemas of answers lie, as scripts/answer_schemas.ts made them. */
export const ANSWER_SCHEMAS = 'app/reference/answer_schemas.json'

const EXAMPLES = 'app/reference/examples.json'
const ANSWER_EXAMPLES = 'app/reference/answer_examples.json'
const SAMPLES = 'app/reference/samples.json'

/** Schemas of answers, by route and status, and of the types that they share. */
export function answerSchemas(): {
  answers: Record<string, Record<string, JsonSchema>>
  types: Record<string, JsonSchema>
} {
  return JSON.parse(readFileSync(app.makePath(ANSWER_SCHEMAS), 'utf8'))
}

/** Examples of what routes take, by route. They are words, not code: no room names a kind. */
export function bodyExamples(): Record<string, unknown> {
  return JSON.parse(readFileSync(app.makePath(EXAMPLES), 'utf8'))
}

/** Examples of what routes answer when they did what they were asked for, by route. */
export function answerExamples(): Record<string, unknown> {
  return JSON.parse(readFileSync(app.makePath(ANSWER_EXAMPLES), 'utf8'))
}

/** What stands for the parts of a path, and for what a query needs, by name; `id` for all the others. */
export function samples(): Record<string, string> & { id: string } {
  return JSON.parse(readFileSync(app.makePath(SAMPLES), 'utf8'))
}

/** What a validator of Vine takes. */
export function fromVine(validator: { toJSONSchema(): object }): JsonSchema {
  return { ...validator.toJSONSchema() }
}

/** What a schema of Valibot takes; of what JSON Schema cannot say, the rest. */
export function fromValibot(schema: GenericSchema): JsonSchema {
  const { $schema: _dialect, ...made } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return made
}
