import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'fw_'
const SHAPE = /^fw_([0-9a-f]{40})([0-9a-f]{8})$/

/** So much of a token is shown in lists. */
const SHOWN = 7

/** A new token: the prefix, 160 random bits, and their checksum, by which a mistyped one is known without asking anybody. */
export function newToken(): string {
  const secret = randomBytes(20).toString('hex')
  return PREFIX + secret + checksum(secret)
}

/** Why a text is no token of anybody: it looks like none, or a sign of it is another; undefined where it may be one. */
export function tokenFault(text: string): 'shape' | 'checksum' | undefined {
  const [, secret, sum] = SHAPE.exec(text) ?? []
  if (secret === undefined) return 'shape'
  return checksum(secret) === sum ? undefined : 'checksum'
}

/** How a token is kept and found. A slow hash would add nothing: there is nothing to guess in 160 random bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** By what a person tells their tokens apart. */
export function tokenBegin(token: string): string {
  return token.slice(0, SHOWN)
}

function checksum(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0')
}
