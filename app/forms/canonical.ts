import { createHash } from 'node:crypto'
import type { FormDocument } from '#engine/document/document'
import type { Steps } from '#engine/steps'

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

/** The same of a form, in steps of a block each. */
export function* fingerprintSteps(document: FormDocument): Steps<string> {
  const hash = createHash('sha256')
  for (const [index, name] of MEMBERS.entries()) {
    hash.update(`${index === 0 ? '{' : ','}"${name}":`)
    if (name !== 'blocks') hash.update(canonicalJson(document[name]))
    else {
      for (const [place, block] of document.blocks.entries()) {
        hash.update((place === 0 ? '[' : ',') + canonicalJson(block))
        yield
      }
      hash.update(document.blocks.length === 0 ? '[]' : ']')
    }
  }
  return hash.update('}').digest('hex')
}

/** Those of a document, in order. */
const MEMBERS = ['aliases', 'blocks', 'format', 'settings'] as const satisfies (keyof FormDocument)[]
