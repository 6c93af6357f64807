import type { MediaFile } from '@formwright/kit/media'

/** Covers that are drawn in the form's own colours. */
export const DRAWN_COVERS = ['arcs', 'steps', 'dots', 'weave', 'hills', 'blocks'] as const
export type DrawnCover = (typeof DRAWN_COVERS)[number]

/** What stands over a form: drawn, or a picture, of which the point `x`, `y` (in percent) is always seen. */
export type Cover =
  | {
      /** the name of a drawing */
      drawn: DrawnCover
    }
  | {
      /** a picture of the creator's */
      picture: MediaFile
      /** from the left, in percent of its width */
      x: number
      /** from the top, in percent of its height */
      y: number
    }

/** The mark of whoever asks, and what it is read as. */
export interface Logo {
  /** a picture of the creator's */
  picture: MediaFile
  /** what it says to people who cannot see it; absent: it is decoration */
  alt?: string
}
