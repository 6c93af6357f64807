import leaked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** Passwords that lead the published lists of broken ones, as far as our least length lets them be chosen. */
const COMMON = new Set(leaked.filter((password) => password.length >= 8))

/** Words that everybody here would think of. */
const OUR_WORDS = ['formwright']

/** One character or a short run over and over, or a stretch of keys in a row. */
function isPattern(password: string): boolean {
  if (/^(.{1,4}?)\1+$/.test(password)) return true
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/**
 * Whether a password would be among the first guesses: listed, a pattern, or nothing but the product's name or the
 * person's own address with figures behind it.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase()
  const address = email.toLowerCase()
  const own = address.split('@')[0] ?? ''
  const words = own.length >= 4 ? [...OUR_WORDS, own] : OUR_WORDS
  const bare = plain.replace(/[^\p{L}]+$/u, '')
  return (
    COMMON.has(plain) ||
    isPattern(plain) ||
    plain === address ||
    words.some((word) => plain === word || bare === word)
  )
}
