import type { ServerResponse } from 'node:http'
import { busy, takePlaces } from '#app/http/load_shedding'

/** So many answers of this name may be on their way: to one person, to one workspace, and in all. */
export interface SendingPlaces {
  of: string
  each: number
  all: number
}

/** Whose answer it is. */
export interface Recipient {
  workspaceId: string
  personId: string
}

interface Sending extends Recipient {
  of: string
  response: ServerResponse
  began: number
  /** what its connection had taken before */
  before: number
  leave: () => void
}

/** So many bytes are given to everybody from the start: who has only begun is not slow. */
const BEGUN = 64_000

const sendings = new Set<Sending>()

/**
 * Gives an answer a place until its client has it all, or has left. 503 where person or workspace have as many as they may.
 * Where everybody together has, whoever has most loses the one that its client takes slowest: so nobody keeps others waiting
 * by not reading, in however many workspaces.
 */
export function placeUntilClosed(
  { of, each, all }: SendingPlaces,
  to: Recipient,
  response: ServerResponse,
): void {
  if (response.destroyed) return
  const own = takePlaces([
    { of: `${of} of ${to.workspaceId}`, most: each },
    { of: `${of} of ${to.personId}`, most: each },
  ])
  if (!own) throw busy()
  const places = [{ of, most: all }]
  const shared = takePlaces(places) ?? (cutOffFor(to, of) ? takePlaces(places) : undefined)
  if (!shared) {
    own()
    throw busy()
  }
  const sending: Sending = {
    ...to,
    of,
    response,
    began: performance.now(),
    before: response.socket?.bytesWritten ?? 0,
    leave: () => {
      if (!sendings.delete(sending)) return
      own()
      shared()
    },
  }
  sendings.add(sending)
  response.once('close', sending.leave)
}

/** Cuts off the slowest of whoever has most, where that is more than they would have both with a place more for who asks. */
function cutOffFor({ personId }: Recipient, of: string): boolean {
  const held = Map.groupBy(
    [...sendings].filter((sending) => sending.of === of),
    (sending) => sending.personId,
  )
  const [most = []] = [...held.values()].toSorted((a, b) => b.length - a.length)
  if (most.length <= (held.get(personId)?.length ?? 0) + 1) return false
  const [slowest] = most.toSorted((a, b) => pace(a) - pace(b))
  slowest.leave()
  slowest.response.destroy()
  return true
}

/** Bytes that a client has taken in a millisecond. */
function pace({ response, began, before }: Sending): number {
  const taken = (response.socket?.bytesWritten ?? 0) - before
  return (taken + BEGUN) / (performance.now() - began)
}
