import { test } from '@japa/runner'
import { parse } from 'valibot'
import type { SettingsSchema } from '../field.ts'
import { type DeliveryCase, deliveryChecks } from './delivery_checks.ts'
import { folderOf, type OldSettings, testFolder } from './folder.ts'
import { watchTimers } from './left_running.ts'

export interface IntegrationCase<Schema extends SettingsSchema> extends DeliveryCase<Schema> {
  /** `import.meta.url` of the spec */
  spec: string
  oldSettings?: OldSettings
}

/**
 * The suite every integration passes: its folder, its settings, and every event, status and fault, played against a
 * server that stands in for its service. That the service would understand what is sent, its own spec must show.
 */
export function conformIntegration<Schema extends SettingsSchema>(given: IntegrationCase<Schema>): void {
  const { definition } = given
  const folder = folderOf(given.spec)
  testFolder(folder, definition, given.oldSettings ?? {})

  test('it has events and says in a line what it is set to', ({ assert }) => {
    assert.isNotEmpty(definition.events)
    const atFirst = parse(definition.settings, {})
    assert.isString(definition.summary(atFirst))
    for (const { message } of definition.missing?.(atFirst) ?? []) assert.match(message, /\.$/)
    const set = parse(definition.settings, given.settings)
    assert.isEmpty(definition.missing?.(set) ?? [], 'the settings of the spec lack something: complete them')
    assert.notMatch(definition.summary(set), /\n/)
  })

  for (const { title, complaints } of deliveryChecks(given)) {
    test(title, async ({ assert }) => {
      const { answer: found, left } = await watchTimers(folder, complaints)
      assert.isEmpty(found, found.join('\n'))
      assert.equal(left, 0, 'deliver.ts is over, and a timer of its goes on: clear it')
    })
  }
}
