import { brokenPicture } from '#app/files/media/errors'
import type { PictureSize } from '#app/files/media/measure'
import { Apart } from '#app/http/apart'
import { inLine } from '#app/http/load_shedding'

/** A picture on the disk. */
export interface Picture {
  path: string
  type: string
}

/** So many pictures of one workspace wait for the thread, for so many milliseconds. */
const LINE = { most: 20, ms: 10_000 }

/** Some pictures are made so that finding out how large they are takes for ever. */
const thread = new Apart<Picture, PictureSize | null>(new URL('./measure_thread.ts', import.meta.url), {
  longest: 2_000,
  megabytes: 128,
})

/** How large a picture of a workspace is, found out in a thread of its own. Throws `E_BROKEN_PICTURE`. */
export async function measuredApart(workspaceId: string, picture: Picture): Promise<PictureSize> {
  const places = [
    { of: `pictures of ${workspaceId}`, most: 1 },
    { of: 'pictures', most: 1 },
  ] as const
  const size = await inLine(places, LINE, () => thread.ask(picture))
  if (!size) throw brokenPicture()
  return size
}
