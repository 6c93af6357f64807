import { randomBytes } from 'node:crypto'
import type { EncryptionService } from '@adonisjs/core/types'
import { signingSecretUnread } from '#app/integrations/errors'

interface StoredSecrets {
  workspaceId: string
  id: string
  /** sealed */
  secrets: string | null
}

type Encryption = Pick<EncryptionService, 'encrypt' | 'decrypt'>

/** A signing secret; one with `until` was replaced and still signs until then (milliseconds since the epoch). */
export interface Secret {
  secret: string
  until?: number
}

/** How long a replaced secret still signs, so that the receiver can be changed without losing a delivery. */
export const OVERLAP_MS = 24 * 3600 * 1000

/** A new secret: the prefix and 192 random bits. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(24).toString('base64')
}

/** Puts a new secret in front; of the old ones only the newest goes on for a while. */
export function rotate(secrets: readonly Secret[], prefix: string, now: number): Secret[] {
  const [current] = valid(secrets, now)
  const rotated = { secret: newSecret(prefix) }
  return current ? [rotated, { secret: current.secret, until: now + OVERLAP_MS }] : [rotated]
}

/** The secrets that sign now, newest first. */
export function valid(secrets: readonly Secret[], now: number): Secret[] {
  return secrets.filter(({ until }) => until === undefined || until > now)
}

/** Secrets as they are stored: encrypted, and bound to their own row, so that a copy elsewhere cannot be opened. */
export function seal(
  encryption: Encryption,
  row: { workspaceId: string; id: string },
  secrets: readonly Secret[],
): string {
  return encryption.encrypt(secrets, { purpose: purpose(row) })
}

/** The stored secrets of an integration; nothing where they were not sealed for this row, or with another key. */
export function openSecrets(encryption: Encryption, row: StoredSecrets): Secret[] | undefined {
  if (row.secrets === null) return []
  return encryption.decrypt<Secret[]>(row.secrets, purpose(row)) ?? undefined
}

/** The secrets that sign now, newest first. Throws `E_SIGNING_SECRET_UNREAD`. */
export function signingSecrets(encryption: Encryption, row: StoredSecrets, now: number): string[] {
  const secrets = openSecrets(encryption, row)
  if (!secrets) throw signingSecretUnread()
  return valid(secrets, now).map(({ secret }) => secret)
}

function purpose(row: { workspaceId: string; id: string }): string {
  return `integrations.secrets:${row.workspaceId}:${row.id}`
}
