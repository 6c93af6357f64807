import type { Translate } from '@formwright/kit/control'

/** Texts of one language by key; plural forms end in `_one`, `_few`, `_other` and so on. */
export type Texts = Readonly<Record<string, string>>

/**
 * The `t` of a page: looks in each set of texts in turn, chooses the plural by `count` and fills `{name}`. Numbers are
 * written as the language writes them. An unknown key shows itself rather than nothing.
 */
export function translator(language: string, ...sets: Texts[]): Translate {
  const plural = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 15 })
  const find = (key: string) => sets.find((texts) => key in texts)?.[key]
  return (key, params = {}) => {
    const count = params.count
    const text =
      (typeof count === 'number'
        ? (find(`${key}_${plural.select(count)}`) ?? find(`${key}_other`))
        : undefined) ??
      find(key) ??
      key
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name]
      return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value
    })
  }
}
