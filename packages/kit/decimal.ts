/** A number as text: decimal, with a point, without exponent and thousands separators; nothing when it is not finite. */
export function decimal(number: number): string {
  if (!Number.isFinite(number)) return ''
  const [mantissa, exponent = '0'] = String(number).split('e')
  const [whole, fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const sign = number < 0 ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The same with so many decimals: filled up, or rounded half away from zero. */
export function rounded(number: number, decimals: number): string {
  const [whole, fraction = ''] = decimal(Math.abs(number)).split('.')
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const units = String(kept + (fraction.charAt(decimals) >= '5' ? 1n : 0n)).padStart(decimals + 1, '0')
  const point = units.length - decimals
  const text = decimals > 0 ? `${units.slice(0, point)}.${units.slice(point)}` : units
  return number < 0 && /[1-9]/.test(units) ? `-${text}` : text
}

/** What stands around a number: words of the creator's own, and a currency (ISO 4217) where the locale puts its sign. */
export interface Affixes {
  prefix: string
  suffix: string
  currency: string
}

/** What stands before and after a number; the creator's own locale without one. */
export function affixesOf(
  { prefix, suffix, currency }: Affixes,
  locale: string | undefined,
): readonly [before: string, after: string] {
  if (currency === '') return [prefix, suffix]
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
    const parts = format.formatToParts(1)
    const at = parts.findIndex(({ type }) => type === 'integer')
    const said = (some: typeof parts) => some.map(({ value }) => value).join('')
    return [prefix + said(parts.slice(0, at)), said(parts.slice(at + 1)) + suffix]
  } catch {
    return [`${prefix}${currency} `, suffix]
  }
}

/** Made once: a table writes many numbers, and making a format takes long. */
const formats = new Map<string, Intl.NumberFormat>()

/** More than a few people's locales; there are endlessly many names of locales (`en-x-…`), and clients choose them. */
const MOST_FORMATS = 200

/** What `decimal` or `rounded` gave, as a locale writes it; the creator's own without one. As it is where that is impossible. */
export function localized(text: string, locale: string | undefined, useGrouping: boolean): string {
  const places = text.split('.')[1]?.length ?? 0
  const key = `${locale} ${useGrouping} ${places}`
  try {
    let format = formats.get(key)
    if (format === undefined) {
      const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
      format = new Intl.NumberFormat(locale, { useGrouping, ...digits })
      if (formats.size >= MOST_FORMATS) formats.clear()
      formats.set(key, format)
    }
    return format.format(Number(text))
  } catch {
    return text
  }
}
