import encryption from '@adonisjs/core/services/encryption'
import { secretsUnread } from '#app/integrations/errors'
import type { BoundIntegration } from '#app/plugins/integration'

/** A secret setting as it is stored: sealed for its row, never answered. */
interface SecretSetting {
  value: string
  /** ISO 8601 UTC */
  setAt: string
}

export type SecretSettings = Readonly<Record<string, SecretSetting>>

interface Row {
  workspaceId: string
  id: string
}

/** Of a shorter value its last characters would be too much. */
const SHORTEST_SHOWN = 12
const SHOWN = 4

/** Path segments from this length on are no words: in an address that is secret they are its credential. */
const SHORTEST_SEGMENT = 16

/** The stored secret settings of an integration. Throws when they were not sealed for this row, or with another key. */
export function unsealSettings(row: Row & { secretSettings: string | null }): SecretSettings {
  const opened = openSettings(row)
  if (!opened) throw secretsUnread()
  return opened
}

/** Whether the stored secret settings of an integration can be read. */
export function canOpenSettings(row: Row & { secretSettings: string | null }): boolean {
  return openSettings(row) !== undefined
}

function openSettings(row: Row & { secretSettings: string | null }): SecretSettings | undefined {
  if (row.secretSettings === null) return {}
  return encryption.decrypt<SecretSettings>(row.secretSettings, purpose(row)) ?? undefined
}

/** Secret settings as they are stored; null when there are none. */
export function sealSettings(row: Row, secrets: SecretSettings): string | null {
  if (Object.keys(secrets).length === 0) return null
  return encryption.encrypt(secrets, { purpose: purpose(row) })
}

/** What is to be stored of the secrets of checked settings; of one that stays the same, when it was set stays too. */
export function secretsAmong(bound: BoundIntegration, before: SecretSettings): SecretSettings {
  const now = new Date().toISOString()
  const secrets = Object.entries(bound.secretSettings()).flatMap(
    ([name, value]): [string, SecretSetting][] => {
      if (typeof value !== 'string' || value === '') return []
      const known = before[name]
      return [[name, known?.value === value ? known : { value, setAt: now }]]
    },
  )
  return Object.fromEntries(secrets)
}

/** Values by name, as the plugin gets them. */
export function valuesOf(secrets: SecretSettings): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value]))
}

/** What a creator may know of each: that it is set, since when, and its end, to tell it from another. */
export function shownSecrets(secrets: SecretSettings) {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, { value, setAt }]) => [
      name,
      { set_at: setAt, ends_in: value.length >= SHORTEST_SHOWN ? value.slice(-SHOWN) : null },
    ]),
  )
}

/** What must not be told of a secret value: itself, and of an address the parts that give access. */
export function secretParts(value: string): string[] {
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return [value]
  const { href, pathname, search } = new URL(value)
  const segments = pathname.split('/').filter((segment) => segment.length >= SHORTEST_SEGMENT)
  const path = `${pathname}${search}`
  return [value, href, ...(path.length >= SHORTEST_SEGMENT ? [path] : []), ...segments]
}

function purpose({ workspaceId, id }: Row): string {
  return `integrations.secret_settings:${workspaceId}:${id}`
}
