import type { MediaFile } from '@formwright/kit/media'

/** What a picture or a file is chosen for. */
export interface MediaPlace {
  /** names the setting in this form */
  place: string
  use: 'image' | 'file'
  /** of a file: beginnings of the types that it may have */
  types?: readonly string[]
  /** of a photo: so many pixels are enough */
  maxSide?: number
  /** may be called after the panel has closed: it changes its own setting as it stands by then, and nothing else */
  onChange: (file: MediaFile | undefined) => void
}

/** A setting that a file of the library is chosen for. */
export interface WantedMedia extends MediaPlace {
  /** what the setting is called */
  label: string
}

/** Types of pictures that every browser shows. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml']

/** What the dialog of the system offers. */
export function accepted({ use, types = [] }: Pick<MediaPlace, 'use' | 'types'>): string | undefined {
  if (use === 'image') return PICTURES.join()
  return types.length > 0 ? types.map((one) => (one.endsWith('/') ? `${one}*` : one)).join() : undefined
}
