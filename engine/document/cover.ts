import type { MediaFile } from '@formwright/kit/media'

/** Covers that are drawn in the form's own colours. */
export const DRAWN_COVERS = ['arcs', 'steps', 'dots', 'weave', 'hills', 'blocks'] as const
export type DrawnCover = (typeof DRAWN_COVERS)[number]

/** What stands over a form: drawn, or a picture, of which the point `x`, `y` (in percent) is always seen. */
export type Cover = { drawn: DrawnCover } | { picture: MediaFile; x: number; y: number }

/** The mark of whoever asks, and what it is read as. */
export interface Logo {
  picture: MediaFile
  alt?: string
}
