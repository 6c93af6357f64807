import type { Texts } from './translate.ts'
import ar from './texts/ar.json'
import de from './texts/de.json'
import en from './texts/en.json'
import es from './texts/es.json'
import fr from './texts/fr.json'

const LANGUAGES: Readonly<Record<string, Texts>> = { en, de, fr, es, ar }
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The language of a locale. */
export const base = (language: string) => language.toLowerCase().split('-')[0] ?? ''

/** Languages that everything a form says of itself exists in. */
export const languages: readonly string[] = Object.keys(LANGUAGES)

/** The core's texts in a language. */
export function coreTexts(language: string): Texts {
  return textsIn(language, LANGUAGES)
}

/** Texts in a language; what is not translated stays English. */
export function textsIn(language: string, sets: Readonly<Record<string, Texts>>): Texts {
  const own = sets[base(language)] ?? {}
  // A language has its own plural forms: English ones would win over them by their suffix.
  const translated = stems(own)
  const rest = Object.entries(sets.en ?? {}).filter(([key]) => !(stem(key) in translated))
  return { ...Object.fromEntries(rest), ...own }
}

/** The writing direction of a language. */
export function direction(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(base(language)) ? 'rtl' : 'ltr'
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

function stems(texts: Texts): Record<string, true> {
  return Object.fromEntries(Object.keys(texts).map((key) => [stem(key), true]))
}
