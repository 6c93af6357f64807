import { createHash } from 'node:crypto'

/** JSON with the names of every object in order: equal values have equal text. `undefined` members are absent. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  })
}

/** SHA-256 of the canonical JSON, in hexadecimal. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}
