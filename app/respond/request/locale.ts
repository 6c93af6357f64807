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

/** The locale a browser asks for first. */
export function localeOf(ctx: HttpContext): string {
  return knownLocale(/^[\w-]+/.exec(ctx.request.header('accept-language') ?? '')?.[0])
}
