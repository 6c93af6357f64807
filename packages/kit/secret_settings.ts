import { type InferOutput, parse } from 'valibot'
import type { SettingsSchema } from './field.ts'
import { settingsForm } from './settings_form.ts'

/** Names of the settings that are secret: their entries say so with `v.metadata({ control: 'secret' })`. */
export function secretNames(schema: SettingsSchema): string[] {
  return settingsForm(schema)
    .filter(({ control }) => control === 'secret')
    .map(({ name }) => name)
}

/** The same settings with what is secret as it is before anybody set it. */
export function withoutSecrets<Schema extends SettingsSchema>(
  schema: Schema,
  settings: object,
): InferOutput<Schema> {
  const secret = new Set(secretNames(schema))
  return parse(schema, Object.fromEntries(Object.entries(settings).filter(([name]) => !secret.has(name))))
}
