import { test } from '@japa/runner'
import type { InferOutput } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import { CONTEXTS, type FieldUnderTest } from './field_under_test.ts'
import { watchTimers } from './left_running.ts'

/** Members of a definition that are given more than settings, which this does not play. */
const OTHERS = new Set(['start', 'startItem', 'pastedItem', 'relabel', 'check'])

/** What it is given belongs to others, too, and when it has answered it is over. */
export function testManners<Schema extends SettingsSchema, A, R>(field: FieldUnderTest<Schema, A, R>): void {
  test('it changes nothing of what it is given, and leaves nothing running', async ({ assert }) => {
    const { left } = await watchTimers(field.folder, () => {
      for (const settings of field.everySettings) askDefinition(field, frozen(settings))
      for (const { settings, answer } of field.examples) askAnswers(field, frozen(settings), frozen(answer))
    })
    assert.equal(left, 0, 'a timer goes on when all is answered: clear it')
  })
}

function askDefinition<Schema extends SettingsSchema, A, R>(
  { definition }: FieldUnderTest<Schema, A, R>,
  settings: InferOutput<Schema>,
): void {
  for (const [name, member] of Object.entries<unknown>({ ...definition })) {
    if (typeof member === 'function' && !OTHERS.has(name))
      asked(name, () => Reflect.apply(member, definition, [settings]))
  }
  asked('relabel', () => definition.relabel?.(settings, new Map()))
  asked('check', () => definition.check?.(settings, Object.freeze({ required: true })))
}

function askAnswers<Schema extends SettingsSchema, A, R>(
  { answer }: FieldUnderTest<Schema, A, R>,
  settings: InferOutput<Schema>,
  given: A,
): void {
  for (const context of CONTEXTS.map((one) => Object.freeze({ ...one, required: true }))) {
    asked('parse', () => answer.parse(given, settings, context))
    asked('parse', () => answer.parse(frozen(answer.toRaw(given, settings)), settings, context))
    asked('validate', () => answer.validate(given, settings, context))
    asked('values', () => answer.values(given, settings, context))
    asked('toText', () => answer.toText(given, settings, undefined, context.locale))
  }
  asked('untouched', () => answer.untouched?.(settings, Object.freeze({})))
  asked('claims', () => answer.claims?.(given, settings))
}

function asked(name: string, ask: () => unknown): void {
  try {
    ask()
  } catch (error) {
    throw new Error(
      `${name} fails where what it is given cannot be changed: make a copy, and change that. ${String(error)}`,
      { cause: error },
    )
  }
}

/** The same, in which nothing can be changed any more. */
function frozen<T>(given: T): T {
  if (typeof given === 'object' && given !== null && !Object.isFrozen(given)) {
    Object.freeze(given)
    Object.values(given).forEach(frozen)
  }
  return given
}
