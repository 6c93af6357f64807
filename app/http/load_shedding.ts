import { setTimeout as pause } from 'node:timers/promises'
import { CodedError } from '#app/http/errors'
import { fairQueue } from '#app/http/fair_queue'
import { whoseWork } from '#app/http/whose_work'
import env from '#start/env'

/** A busy server has worked off what it has by then. */
const BUSY_SECONDS = 2

/** So many pieces of work of this name may be under way at once. */
export interface Places {
  of: string
  most: number
}

const underWay = new Map<string, number>()

/** Somebody in line: tries again when a place is left. */
type Waiting = () => boolean

/** Who waits for places, in the order in which they came; by the first of their places. */
const lines = new Map<string, Waiting[]>()

/**
 * Does a piece of work unless too many of its kind are under way: then it is refused at once with 503, so that those who
 * are in get their answer soon and what they take is bounded.
 */
export async function withPlaces<T>(places: readonly Places[], work: () => Promise<T>): Promise<T> {
  const leave = takePlaces(places)
  if (!leave) throw busy()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Whether none of these places is free. */
export function isFull({ of, most }: Places): boolean {
  return (underWay.get(of) ?? 0) >= most
}

/** Takes one of each of these places; what it gives, called once, leaves them. Undefined where one is not free. */
export function takePlaces(places: readonly Places[]): (() => void) | undefined {
  if (places.some(isFull)) return undefined
  for (const { of } of places) underWay.set(of, (underWay.get(of) ?? 0) + 1)
  return () => {
    for (const { of } of places) {
      const left = (underWay.get(of) ?? 0) - 1
      if (left > 0) underWay.set(of, left)
      else underWay.delete(of)
    }
    for (const [of, line] of [...lines]) {
      const [first] = line
      if (first()) leaveLine(of, line, first)
    }
  }
}

/** The others of the line are behind those of other lines then, so that each gets its turn. */
function leaveLine(of: string, line: Waiting[], one: Waiting): void {
  line.splice(line.indexOf(one), 1)
  lines.delete(of)
  if (line.length > 0) lines.set(of, line)
}

/**
 * As `withPlaces`, but waits in line for the first of the places: at most `line.most` do, for `line.ms` each. Whoever
 * finds the line full, or has waited that long, is refused with 503.
 */
export async function inLine<T>(
  places: readonly [Places, ...Places[]],
  line: { most: number; ms: number },
  work: () => Promise<T>,
): Promise<T> {
  const leave = await placesInLine(places, line)
  try {
    return await work()
  } finally {
    leave()
  }
}

/**
 * Waits in such a line; what it gives, called once, leaves the places. Whoever came in the same moment has waited long enough in
 * the same moment: what they are answered is made in turns.
 */
export async function placesInLine(
  places: readonly [Places, ...Places[]],
  line: { most: number; ms: number },
): Promise<() => void> {
  const first = lines.has(places[0].of) ? undefined : takePlaces(places)
  if (first) return first
  const waiting = lines.get(places[0].of) ?? []
  if (waiting.length >= line.most) throw busy()
  const leave = await waitInLine(places, waiting, line.ms)
  if (leave) return leave
  await fairQueue.next(whoseWork())
  throw busy()
}

function waitInLine(
  places: readonly [Places, ...Places[]],
  line: Waiting[],
  ms: number,
): Promise<(() => void) | undefined> {
  const [{ of }] = places
  lines.set(of, line)
  return new Promise((resolve) => {
    const one = () => {
      const leave = takePlaces(places)
      if (!leave) return false
      clearTimeout(enough)
      resolve(leave)
      return true
    }
    const enough = setTimeout(() => {
      leaveLine(of, line, one)
      resolve(undefined)
    }, ms)
    line.push(one)
  })
}

/**
 * Of those under way so many of one workspace are worked at a time, the others wait for these milliseconds: each step of
 * an answer waits for a step of all that are worked.
 */
const WORKED = { most: 20, ms: 10_000 }

/** What of the places of submissions may be for one form, and for all forms of one workspace. */
const SHARES = { form: 1 / 8, workspace: 1 / 4 }

/** For what something was sent; the example form is in no workspace, and a name may lead to no form. */
export interface SentTo {
  formId: string
  workspaceId?: string
}

/**
 * Works what somebody sent, once it is all there. A form that everybody fills in, and its workspace, leave places to the
 * others.
 */
export function withSubmissionPlace<T>(to: SentTo | undefined, work: () => Promise<T>): Promise<T> {
  const most = env.get('SUBMISSIONS_AT_ONCE', 400)
  const share = (of: string | undefined, part: number) =>
    of === undefined ? [] : [{ of: `submissions to ${of}`, most: Math.ceil(most * part) }]
  return withPlaces(
    [
      { of: 'submissions', most },
      ...share(to?.formId, SHARES.form),
      ...share(to?.workspaceId, SHARES.workspace),
    ],
    () => {
      const place = { of: `work on submissions of ${to?.workspaceId ?? 'nobody'}`, most: WORKED.most }
      return inLine([place], { most, ms: WORKED.ms }, work)
    },
  )
}

/** For so many milliseconds a step of what was begun is tried again, and so often. */
const PATIENCE = { ms: 60_000, every: 1_000 }

/**
 * Does a further step of what cannot be begun anew, such as a file that is half sent: where the server is too busy, again
 * in a moment. Throws `E_BUSY` where it is for a minute.
 */
export async function goOn<T>(step: () => Promise<T>, { ms, every } = PATIENCE): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await pause(every)
    }
  }
}

/** Whether an error says that too much is under way. */
export function isBusy(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'E_BUSY'
}

/** Refuses what may be sent again in a moment. */
export function busy(): CodedError {
  const error = new CodedError(
    'E_BUSY',
    503,
    'The server is too busy. Nothing was stored. Send the same again in a moment.',
    { retry_after: BUSY_SECONDS },
  )
  error.headers = { 'retry-after': String(BUSY_SECONDS) }
  return error
}
