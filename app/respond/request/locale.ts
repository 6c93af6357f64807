import type { HttpContext } from '@adonisjs/core/http'

/** A locale as programs name it, or English: an unknown one must not stop a submission. */
export function knownLocale(locale: string | undefined): string {
  if (locale === undefined) return 'en'
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** A time zone that exists, or none (docs/semantics.md: Dates and time). */
export function knownZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The nearest one that anything is written in: of names of locales (`en-x-…`) there is no end, and clients choose them. */
export function nearestLocale(locale: string): string {
  return new Intl.NumberFormat(new Intl.Locale(locale).baseName).resolvedOptions().locale
}

/** The locale a browser asks for first. */
export function localeOf(ctx: HttpContext): string {
  return knownLocale(/^[\w-]+/.exec(ctx.request.header('accept-language') ?? '')?.[0])
}
