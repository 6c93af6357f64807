/** Made once: a table writes many numbers, and making a format takes long. */
const formats = new Map<string, Intl.NumberFormat>()

/** More than a few people's locales; there are endlessly many names of locales (`en-x-…`), and clients choose them. */
const MOST_FORMATS = 200

/**
 * What writes numbers with so many decimals, or without a number of them with all that they have; the creator's own locale
 * without one. Throws a `RangeError` where the name of the locale is none.
 */
export function formatOf(
  locale: string | undefined,
  useGrouping: boolean,
  decimals?: number,
): Intl.NumberFormat {
  const key = `${locale} ${useGrouping} ${decimals}`
  let format = formats.get(key)
  if (format === undefined) {
    const digits =
      decimals === undefined
        ? { maximumSignificantDigits: 21 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    format = new Intl.NumberFormat(locale, { useGrouping, signDisplay: 'negative', ...digits })
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(key, format)
  }
  return format
}

// As text a number is the decimal that was meant, which formats take exactly.

/** Formats write no more decimals than that; settings allow far less. */
const MOST_DECIMALS = 100

/**
 * A number as text: decimal, with a point, without exponent and thousands separators; nothing when it is not finite. With
 * so many decimals they are filled up, or rounded half away from zero.
 */
export function decimal(number: number, decimals?: number): string {
  const most = decimals && Math.min(decimals, MOST_DECIMALS)
  return Number.isFinite(number) ? formatOf('en', false, most).format(`${number}`) : ''
}

/** What stands around a number: words of the creator's own, and a currency (ISO 4217) where the locale puts its sign. */
export interface Affixes {
  prefix: string
  suffix: string
  currency: string
}

/**
 * What stands before and after a number; the creator's own locale without one. With a currency a minus is in it, and the number
 * stands without: some languages write it before the sign of the currency, others behind.
 */
export function affixesOf(
  affixes: Affixes,
  locale: string | undefined,
  number = 0,
): readonly [before: string, after: string] {
  const { prefix, suffix, currency } = affixes
  if (currency === '') return [prefix, suffix]
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
    const [before = '', after = ''] = format.format(Math.sign(number)).split(/\p{Nd}/u)
    return [prefix + before, after + suffix]
  } catch {
    return affixesOf(affixes, 'en', number)
  }
}

/** What `decimal` gave for `toText`, as a locale writes it, between what stands before and after it. */
export function affixed(
  text: string,
  affixes: Affixes & { grouping: boolean },
  locale: string | undefined,
): [before: string, number: string, after: string] {
  const [before, after] = affixesOf(affixes, locale ?? 'en', Number(text))
  const shown = affixes.currency ? text.replace('-', '') : text
  return [before, inLocale(shown, locale, affixes.grouping), after]
}

/** What `decimal` gave, as a locale writes it; the creator's own without one. As it is where that is impossible. */
export function localized(text: string, locale: string | undefined, useGrouping: boolean): string {
  try {
    return formatOf(locale, useGrouping, text.split('.')[1]?.length ?? 0).format(Number(text))
  } catch {
    return text
  }
}

/** The same for `toText`: without a locale it is data, and stays as it is. */
export function inLocale(text: string, locale: string | undefined, useGrouping: boolean): string {
  return locale ? localized(text, locale, useGrouping) : text
}
