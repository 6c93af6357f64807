import type { MediaFile } from '@formwright/kit/media'

/** What the database holds of a media file that forms show. */
export interface MediaRow {
  id: string
  sha256: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** A media file as settings hold it. */
export function shown({ id, sha256, name, type, size, width, height }: MediaRow): MediaFile {
  return {
    src: `/media/${id}/${sha256}`,
    name,
    type,
    size,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }
}
