import {
  invalidSettings,
  largeSettings,
  newerSettings,
  pluginMissing,
  unknownKind,
  unreadSettings,
} from '#app/integrations/errors'
import { unsealSettings, valuesOf } from '#app/integrations/secret_settings'
import {
  type BoundIntegration,
  type InstalledIntegration,
  NewerSettingsError,
  UnreadSettingsError,
} from '#app/plugins/integration'
import { plugins } from '#app/plugins/registry'

type Settings = Record<string, unknown>

interface StoredSettings {
  workspaceId: string
  id: string
  v: number
  settings: Settings
  secretSettings: string | null
}

/** The installed kind, or 422. */
export function kindToSet(kind: string): InstalledIntegration {
  const found = plugins.integration(kind)
  if (!found) throw unknownKind(kind, installedKinds())
  return found
}

function installedKinds(): string[] {
  return plugins
    .installed()
    .filter(({ family }) => family === 'integrations')
    .map(({ kind }) => kind)
}

/** The kind of an integration that is stored, or 409. */
export function installedKind(kind: string): InstalledIntegration {
  const found = plugins.integration(kind)
  if (!found) throw pluginMissing(kind)
  return found
}

/** So many characters of JSON settings have, whatever their plugin takes: a form shows a hundred of them together. */
const LARGEST_SETTINGS = 200_000

/** Settings from a request, bound; or 422 with a message for each path. */
export function checkSettings(kind: InstalledIntegration, settings: Settings): BoundIntegration {
  if (JSON.stringify(settings).length > LARGEST_SETTINGS) throw largeSettings(LARGEST_SETTINGS)
  const checked = kind.check(settings)
  if ('bound' in checked) return checked.bound
  throw invalidSettings(checked.refusals)
}

/** A stored integration with its settings, the secret ones too; 409 when they cannot be read, or a newer version stored them. */
export function bindStored(kind: InstalledIntegration, stored: StoredSettings): BoundIntegration {
  try {
    const settings = { ...stored.settings, ...valuesOf(unsealSettings(stored)) }
    return kind.bind({ v: stored.v, settings })
  } catch (error) {
    if (error instanceof NewerSettingsError) throw newerSettings()
    throw error instanceof UnreadSettingsError ? unreadSettings(error) : error
  }
}
