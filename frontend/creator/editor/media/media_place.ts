import type { MediaFile } from '@formwright/kit/media'

/** What a picture or a file is chosen for. */
export interface MediaPlace {
  /** names the setting in this form */
  place: string
  use: 'image' | 'file'
  /** of a file: beginnings of the types that it may have */
  types?: readonly string[]
  /** of a photo: so many pixels are enough; absent: as many as fill a page */
  maxSide?: number
  /** may be called after the panel has closed: it changes its own setting as it stands by then, and nothing else */
  onChange: (file: MediaFile | undefined) => void
}

/** A setting that a file of the library is chosen for. */
export interface WantedMedia extends MediaPlace {
  /** what the setting is called */
  label: string
}

/** So many pixels fill a page, on dense screens too. */
export const PAGE_SIDE = 2400

/** How many pixels of a photo are enough; undefined where a file is offered as it is. */
export function sideOf({ use, types = [], maxSide = PAGE_SIDE }: MediaPlace): number | undefined {
  return use === 'image' || types.includes('image/') ? maxSide : undefined
}

/** Types of pictures that every browser shows. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml']

/** What the dialog of the system offers. */
export function accepted({ use, types = [] }: Pick<MediaPlace, 'use' | 'types'>): string | undefined {
  if (use === 'image') return PICTURES.join()
  return types.length > 0 ? types.map((one) => (one.endsWith('/') ? `${one}*` : one)).join() : undefined
}
