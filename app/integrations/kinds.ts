import * as v from 'valibot'
import { invalidSettings, newerSettings, unknownKind } from '#app/integrations/errors'
import { plugins } from '#app/plugins/registry'
import type { Json } from '#engine/document/document'
import type { AnyIntegrationDefinition, Deliver } from '#kit/integration'
import { refusalsOf } from '#kit/refusals'

type Settings = Record<string, unknown>

/** An installed kind of integration. Its members take settings that `read` or `check` made. */
export interface Kind {
  definition: AnyIntegrationDefinition
  deliver: Deliver<unknown>
  summary(settings: Settings): string
  missing(settings: Settings): readonly { path: string; message: string }[]
  endpoint(settings: Settings): string
}

/** The installed kind of that name. */
export function installedKind(kind: string): Kind | undefined {
  const parts = plugins.integration(kind)
  if (!parts) return undefined
  const { definition, deliver } = parts
  // the registry forgot the types of settings: what `read` and `check` make is what the kind's own schema made
  return {
    definition,
    deliver,
    summary: (settings) => definition.summary(settings as never),
    missing: (settings) => definition.missing?.(settings as never) ?? [],
    endpoint: (settings) => definition.endpoint?.(settings as never) ?? '',
  }
}

/** The installed kind, or 422. */
export function kindToSet(kind: string): Kind {
  const found = installedKind(kind)
  if (!found) throw unknownKind(kind)
  return found
}

/** Settings from a request: what the plugin's schema makes of them, or 422 with a message for each path. */
export function checkSettings({ definition, missing }: Kind, settings: Settings): Record<string, Json> {
  const result = v.safeParse(definition.settings, settings)
  const wrong = result.success
    ? missing({ ...result.output })
    : refusalsOf(result.issues, definition.settings)
  if (result.success && wrong.length === 0) return JSON.parse(JSON.stringify(result.output))
  const errors: Record<string, string[]> = {}
  for (const { path, message } of wrong) (errors[path] ??= []).push(message)
  throw invalidSettings(errors)
}

/** Stored settings in today's shape: lifted in memory, completed with defaults. Throws when that cannot be done. */
export function readSettings({ definition }: Kind, stored: { v: number; settings: Settings }): Settings {
  if (stored.v > definition.version) throw newerSettings()
  let settings = stored.settings
  for (let from = stored.v; from < definition.version; from++) {
    const lift = definition.lifts?.[from]
    if (!lift) throw new Error(`${definition.kind} has no lift from version ${from}.`)
    settings = lift(settings)
  }
  return { ...v.parse(definition.settings, settings) }
}
