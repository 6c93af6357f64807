import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import { putMainThreadFirst } from '#app/http/thread_priority'
import { type DeliveryPlace, deliveryAtWork } from './at_work.ts'
import type { InstalledPlugin } from './registry.ts'

/** Whether the main thread is there it says so often before patience ends. */
const BEATS = 100

/** This share of its heap is not filled in one go, without a turn of anybody else in between. */
const MOST_FILLED = 1 / 3
const MEGABYTE = 2 ** 20

/** The thread needs next to nothing. */
const MOST_MEGABYTES = 32

/** What the thread begins with. */
export interface Watched {
  /** two numbers: one that changes while the main thread is there, and the megabytes that it used by then */
  beats: SharedArrayBuffer
  plugins: readonly InstalledPlugin[]
  /** where faults of plugins are counted */
  faultsFile: string
  /** where it is written down for which plugin the process was ended */
  stallsFile: string
  /** for so long the main thread may be away, in milliseconds */
  patience: number
  /** so many megabytes it may fill while it is away */
  mostFilled: number
  /** whether the process is ended then, where a plugin is the reason */
  ends: boolean
}

/** Name of the symbol by which the main thread is asked at which delivery it is, and how many megabytes it uses. */
export const AT_WORK = 'formwright.at_work'

/** What it answers. */
export interface AtWork {
  delivery: DeliveryPlace | undefined
  megabytes: number
}

/**
 * Lets a thread of its own end the process for a plugin that gives the main thread back to nobody, and say which it is: a loop
 * without end cannot be broken from within. Whoever started the process starts it again.
 */
export function watchMainThread(watched: Omit<Watched, 'beats' | 'mostFilled'>): void {
  const beats = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const numbers = new Int32Array(beats)
  const atWork = (): AtWork => ({ delivery: deliveryAtWork(), megabytes: megabytesUsed() })
  Object.defineProperty(globalThis, Symbol.for(AT_WORK), { value: atWork })
  const beat = () => {
    Atomics.store(numbers, 1, megabytesUsed())
    Atomics.add(numbers, 0, 1)
  }
  beat()
  setInterval(beat, watched.patience / BEATS).unref()
  const mostFilled = Math.round((v8.getHeapStatistics().heap_size_limit * MOST_FILLED) / MEGABYTE)
  const workerData: Watched = { ...watched, beats, mostFilled }
  const worker = new Worker(new URL('./stall_thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  worker.unref()
  worker.on('online', putMainThreadFirst)
  // then nobody says the reason
  worker.on('error', () => undefined)
}

/** With what lies beside the heap: buffers. */
function megabytesUsed(): number {
  const { used_heap_size: used, external_memory: beside } = v8.getHeapStatistics()
  return Math.round((used + beside) / MEGABYTE)
}
