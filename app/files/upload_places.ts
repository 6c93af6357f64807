import { withPlaces } from '#app/http/load_shedding'
import env from '#start/env'

/** Who sends a file, by id or by address, and the workspace it is for; without one where it is only tried out. */
export interface Uploader {
  by: string
  workspaceId?: string
}

/**
 * Takes a file in, as fast as whoever sends it, unless too many are coming. A workspace has half of all places, a person
 * a quarter, so that neither one form nor one line holds up the others.
 */
export function withUploadPlace<T>({ by, workspaceId }: Uploader, take: () => Promise<T>): Promise<T> {
  const most = env.get('UPLOADS_AT_ONCE', 400)
  return withPlaces(
    [
      { of: 'uploads', most },
      { of: `uploads of ${by}`, most: Math.ceil(most / 4) },
      ...(workspaceId === undefined ? [] : [{ of: `uploads to ${workspaceId}`, most: Math.ceil(most / 2) }]),
    ],
    take,
  )
}
