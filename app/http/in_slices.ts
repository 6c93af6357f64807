import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { cutOff } from '#app/http/body_bytes'
import { fairQueue } from '#app/http/fair_queue'
import { whoseWork } from '#app/http/whose_work'
import type { Steps } from '#engine/steps'

/** So long, in milliseconds, a piece of work has the process to itself. */
const SLICE_MS = 4

/** So many characters of a text are made and sent at a time. */
const PIECE = 256_000

/** The work took more of the processor than it may. */
export class TooMuchWork extends Error {}

/** What the next slice of a workspace waits for. */
const lines = new Map<string, Promise<void>>()

/** The line of slices: they have their turn among all that a workspace is about. */
const SLICES = 'slices'

/**
 * Does a slice when its workspace has its turn, which then rests for as long as the slice took: what others are answered
 * takes many short steps, one after the other, and each of them would have to wait for a slice.
 */
export function inTurn<T>(whose: string, slice: () => T): Promise<T> {
  let took = 0
  const done = (lines.get(whose) ?? Promise.resolve()).then(async () => {
    await new Promise<void>((resolve) => fairQueue.enter({ line: SLICES, owner: whose }, resolve))
    const start = performance.now()
    try {
      return slice()
    } finally {
      took = performance.now() - start
    }
  })
  const rested: Promise<void> = done
    .then(
      () => pause(took),
      () => pause(took),
    )
    .then(() => {
      if (lines.get(whose) === rested) lines.delete(whose)
    })
  lines.set(whose, rested)
  return done
}

/**
 * Does the steps of a long piece of work, some at a time, so that it never holds the event loop for long. Throws
 * `TooMuchWork` where it takes more than `most` milliseconds of the processor, and 400 where its client has left.
 */
export async function inSlices<T>(
  steps: Steps<T>,
  { most = Infinity, client }: { most?: number; client?: IncomingMessage } = {},
): Promise<T> {
  const whose = whoseWork()
  let worked = 0
  while (worked <= most) {
    const slice = await inTurn(whose, () => {
      if (client?.socket.destroyed) throw cutOff()
      const before = processorTime()
      const step = nextSlice(steps)
      worked += processorTime() - before
      return step
    })
    if (slice.done) return slice.value
  }
  throw new TooMuchWork()
}

/** The same without rests, for whoever holds what others wait for: it takes as long as it must, and no turn of it is long. */
export async function withoutRest<T>(steps: Steps<T>): Promise<T> {
  const whose = whoseWork()
  for (;;) {
    const step = nextSlice(steps)
    if (step.done) return step.value
    await fairQueue.next(whose)
  }
}

/** As many steps as there is time for. */
function nextSlice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const start = performance.now()
  let step = steps.next()
  while (!step.done && performance.now() - start < SLICE_MS) step = steps.next()
  return step
}

/** Gives way, when asked to, to what others wait for: once what asks has gone on for a slice, and then for as long. */
export function resting(whose: string): () => Promise<void> {
  let began = performance.now()
  return async () => {
    const took = performance.now() - began
    if (took < SLICE_MS) return
    await pause(took)
    await inTurn(whose, () => undefined)
    began = performance.now()
  }
}

/** A long text, to be sent as it is made: a slice's worth at a time, and no faster than its client takes it. */
export function textInSlices(pieces: Iterable<string>): Readable {
  const whose = whoseWork()
  async function* made(): AsyncGenerator<string> {
    const rest = pieces[Symbol.iterator]()
    for (;;) {
      const text = await inTurn(whose, () => nextText(rest))
      if (text === '') return
      yield text
    }
  }
  return Readable.from(made())
}

/** What is made in a slice; nothing at the end. */
function nextText(rest: Iterator<string>): string {
  const start = performance.now()
  let text = ''
  do {
    const { done, value } = rest.next()
    if (done) return text
    text += value
  } while (text.length < PIECE && performance.now() - start < SLICE_MS)
  return text
}

/** What this thread has worked so far, in milliseconds: a busy machine does not count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
