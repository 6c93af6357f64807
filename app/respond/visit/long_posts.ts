import type { IncomingMessage } from 'node:http'
import { callerOf } from '#app/http/caller'
import { placeOf } from '#app/http/entrance'
import { busy, type Places, placesInLine } from '#app/http/load_shedding'

/**
 * Posts of much text that are in memory at a time, until they are answered: of all, to a workspace, of an address. Twenty
 * thousand answers take 30 MB while they are judged and drawn, and eighty such posts ended the process.
 */
const AT_ONCE = { all: 8, each: 4 }
/** So many wait for each of these, so long in milliseconds, before more of them is read. */
const LINE = { most: 20, ms: 20_000 }
/** Whoever has a place has so long for the rest of the text, in milliseconds, and longer while nobody waits for one. */
const SENT_MS = 30_000
/** How often it is looked whether somebody waits, in milliseconds. */
const LOOK_MS = 1_000

/** A post that may turn out to be long. */
export interface LongPost {
  /** waits for a place, once, before more of it is read; throws `E_BUSY` where none is left in time */
  enter(): Promise<void>
  /** all of its text is there */
  arrived(): void
  /** aborted, with `E_BUSY`, where the text comes too slowly and others wait for its place */
  late: AbortSignal
}

/** How many wait for a place. */
let waiting = 0

/** Does `work` with a post, which has the place that it needs until then. */
export async function asLongPost<T>(
  request: IncomingMessage,
  ip: string,
  work: (long: LongPost) => Promise<T>,
  sentMs = SENT_MS,
): Promise<T> {
  let leave: (() => void) | undefined
  let looking: NodeJS.Timeout | undefined
  const late = new AbortController()
  const look = () => {
    if (waiting > 0) late.abort(busy())
    else looking = setTimeout(look, LOOK_MS).unref()
  }
  const enter = async () => {
    if (leave) return
    waiting++
    try {
      leave = await placesInLine(placesFor(request, ip), LINE)
    } finally {
      waiting--
    }
    looking = setTimeout(look, sentMs).unref()
  }
  const arrived = () => clearTimeout(looking)
  try {
    return await work({ enter, arrived, late: late.signal })
  } finally {
    arrived()
    leave?.()
  }
}

function placesFor({ url = '' }: IncomingMessage, ip: string): [Places, ...Places[]] {
  const { owner } = placeOf(url)
  const all = { of: 'long posts', most: AT_ONCE.all }
  const from = { of: `long posts from ${callerOf(ip)}`, most: AT_ONCE.each }
  return owner === '' ? [from, all] : [{ of: `long posts to ${owner}`, most: AT_ONCE.each }, from, all]
}
