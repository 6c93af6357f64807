import { busy, isFull, type Places, takePlaces } from '#app/http/load_shedding'
import env from '#start/env'

/** Who sends a file, by id or by address, and the workspace it is for; without one where it is only tried out. */
export interface Uploader {
  by: string
  workspaceId?: string
  /** what brings the file; undefined where all of it is here */
  request?: Line
}

/** What is asked of a request that brings a file. */
interface Line {
  complete: boolean
  socket: { bytesRead: number }
  destroy(): unknown
}

/** A file that is coming. */
interface Coming {
  request: Line
  places: readonly Places[]
  began: number
  /** what its connection had brought before */
  before: number
  leave: () => void
}

/** So many bytes of a second, with as many of the first ten as if they had come, is slower than bad lines of phones are. */
const SLOW = { perSecond: 4_000, given: 40_000 }

const coming = new Set<Coming>()

/**
 * Takes a file in, as fast as whoever sends it, unless too many are coming. A workspace has half of all places, a person
 * a quarter, so that neither one form nor one line holds up the others. Where they are full, whoever sends next to nothing
 * loses theirs: hundreds of addresses cost one client nothing, and a byte now and then would hold every place.
 */
export async function withUploadPlace<T>(
  { by, workspaceId, request }: Uploader,
  take: () => Promise<T>,
  slow = SLOW,
): Promise<T> {
  const most = env.get('UPLOADS_AT_ONCE', 400)
  const places = [
    { of: 'uploads', most },
    { of: `uploads of ${by}`, most: Math.ceil(most / 4) },
    ...(workspaceId === undefined ? [] : [{ of: `uploads to ${workspaceId}`, most: Math.ceil(most / 2) }]),
  ]
  const taken = takePlaces(places) ?? (cutOffSlowest(places, slow) ? takePlaces(places) : undefined)
  if (!taken) throw busy()
  const leave = request ? enter(request, places, taken) : taken
  try {
    return await take()
  } finally {
    leave()
  }
}

/** Notes who may lose their places; what it gives leaves them, once. */
function enter(request: Line, places: readonly Places[], taken: () => void): () => void {
  const one: Coming = {
    request,
    places,
    began: performance.now(),
    before: request.socket.bytesRead,
    leave: () => {
      if (coming.delete(one)) taken()
    },
  }
  coming.add(one)
  return one.leave
}

/** Cuts off the slowest of those that have one of each of the places that are full, if it is slow. */
function cutOffSlowest(places: readonly Places[], { perSecond, given }: typeof SLOW): boolean {
  const full = places.filter(isFull)
  const pace = ({ request, began, before }: Coming) =>
    ((request.socket.bytesRead - before + given) / (performance.now() - began)) * 1000
  const [slowest] = [...coming]
    .filter((one) => !one.request.complete && full.every(({ of }) => one.places.some((own) => own.of === of)))
    .toSorted((a, b) => pace(a) - pace(b))
  if (!slowest || pace(slowest) >= perSecond) return false
  slowest.leave()
  slowest.request.destroy()
  return true
}
