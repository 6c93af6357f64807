import type { Translate } from '../../kit/control.ts'

/** A number of bytes as people read it, in decimal units. */
export function sizeText(bytes: number, t: Translate): string {
  if (bytes < 1000) return t('size.bytes', { size: bytes })
  // What would round to 1000 kB is 1 MB.
  return bytes < 999_500
    ? t('size.kilobytes', { size: Math.round(bytes / 1000) })
    : t('size.megabytes', { size: Math.round(bytes / 100_000) / 10 })
}
