import type { MetadataJson } from 'libphonenumber-js/core'

/** By the first digit of the calling code: a page loads those of the numbers that are typed there. */
const ZONES: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  1: () => import('./zones/1.ts'),
  2: () => import('./zones/2.ts'),
  3: () => import('./zones/3.ts'),
  4: () => import('./zones/4.ts'),
  5: () => import('./zones/5.ts'),
  6: () => import('./zones/6.ts'),
  7: () => import('./zones/7.ts'),
  8: () => import('./zones/8.ts'),
  9: () => import('./zones/9.ts'),
}

/** The numbering plans of a part of the world. */
export async function loadZone(digit: string): Promise<MetadataJson | undefined> {
  const text = (await ZONES[digit]?.())?.default
  return text === undefined ? undefined : JSON.parse(text)
}
