import { randomInt } from 'node:crypto'

/** Most characters of an address. */
export const LONGEST_SLUG = 80
const SHAPE = /^[a-z0-9-]{3,80}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** First segments below `/forms/` that are pages of ours, and words that would mislead respondents. */
const RESERVED = new Set([
  'admin',
  'api',
  'assets',
  'builds',
  'create',
  'edit',
  'example',
  'files',
  'guest',
  'health',
  'import',
  'login',
  'logout',
  'new',
  'password',
  'preview',
  'register',
  'settings',
  'show',
  'submissions',
  'templates',
])

/** True for text that is a UUID: a form id, never a slug. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Why a text may not be a form's address, as a sentence; undefined when it may. */
export function slugProblem(slug: string): string | undefined {
  if (!SHAPE.test(slug)) return 'Use 3 to 80 lowercase letters a–z, digits, and hyphens.'
  if (/^-|-$|--/.test(slug)) return 'Put single hyphens between other characters only.'
  if (isUuid(slug)) return 'This looks like an internal ID. Choose a name that people can read.'
  if (RESERVED.has(slug)) return 'This word is reserved. Choose another.'
  return undefined
}

/** An address for a form: what the title gives, and six random characters that keep it from being guessed. */
export function slugFrom(title: string, random: () => string = randomTail): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${words || 'form'}-${random()}`
}

function randomTail(): string {
  return Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
