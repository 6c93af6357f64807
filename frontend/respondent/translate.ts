import type { Translate } from '@formwright/kit/control'

/** Texts of one language by key; plural forms end in `_one`, `_few`, `_other` and so on. */
export type Texts = Readonly<Record<string, string>>

/**
 * The `t` of a page: looks in each set of texts in turn, chooses the plural by `count` and fills `{name}`. Numbers are
 * written as the locale writes them. An unknown key shows itself rather than nothing.
 */
export function translator(language: string, locale: string, ...sets: Texts[]): Translate {
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 })
  const find = (key: string) => sets.find((texts) => key in texts)?.[key]
  return (key, params = {}) => {
    // without a count it is the form for NaN, which only counted texts have
    const counted = find(`${key}_${plural.select(Number(params.count))}`) ?? find(`${key}_other`)
    const text = counted ?? find(key) ?? key
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name]
      return typeof value === 'number' ? number.format(value) : (value ?? whole)
    })
  }
}
