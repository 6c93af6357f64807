/** A unit in which sizes are said. */
export type SizeUnit = 'bytes' | 'kilobytes' | 'megabytes'

const ENGLISH: Readonly<Record<SizeUnit, string>> = { bytes: 'B', kilobytes: 'kB', megabytes: 'MB' }

/** A number of bytes as people read it, in decimal units: 1 MB is 1,000,000 bytes, and what rounds to 1000 kB is 1 MB. */
export function byteSize(bytes: number): [size: number, unit: SizeUnit] {
  if (bytes < 1000) return [bytes, 'bytes']
  return bytes < 999_500
    ? [Math.round(bytes / 1000), 'kilobytes']
    : [Math.round(bytes / 100_000) / 10, 'megabytes']
}

/** The same in English, which creators and clients of the API read. */
export function sizeInEnglish(bytes: number): string {
  const [size, unit] = byteSize(bytes)
  return `${size.toLocaleString('en')} ${ENGLISH[unit]}`
}
