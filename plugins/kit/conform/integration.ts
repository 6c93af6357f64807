import { test } from '@japa/runner'
import { parse } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import type { IntegrationDefinition } from '../integration.ts'
import { folderOf, type OldSettings, testFolder } from './folder.ts'

export interface IntegrationCase<Schema extends SettingsSchema> {
  /** `import.meta.url` of the spec */
  spec: string
  definition: IntegrationDefinition<Schema>
  oldSettings?: OldSettings
}

/** The suite every integration passes; what it sends is for its own spec to judge. */
export function conformIntegration<Schema extends SettingsSchema>(given: IntegrationCase<Schema>): void {
  const { definition } = given
  testFolder(folderOf(given.spec), definition, given.oldSettings ?? {})

  test('it has events and says in a line what it is set to', ({ assert }) => {
    assert.isNotEmpty(definition.events)
    const atFirst = parse(definition.settings, {})
    assert.isString(definition.summary(atFirst))
    for (const { message } of definition.missing?.(atFirst) ?? []) assert.match(message, /\.$/)
  })
}
