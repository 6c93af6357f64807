/** What countries are called in a language; in English where nobody knows it. */
export function countryNames(locale: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' })
  } catch {
    return new Intl.DisplayNames('en', { type: 'region' })
  }
}
