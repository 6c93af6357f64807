import { Worker } from 'node:worker_threads'
import { putMainThreadFirst } from '#app/http/thread_priority'
import { deliveryAtWork } from './at_work.ts'
import type { InstalledPlugin } from './registry.ts'

/** Whether the main thread is there it says so often before patience ends. */
const BEATS = 10

/** The thread needs next to nothing. */
const MOST_MEGABYTES = 32

/** What the thread begins with. */
export interface Watched {
  /** one number, which changes while the main thread is there */
  beats: SharedArrayBuffer
  plugins: readonly InstalledPlugin[]
  /** where faults of plugins are counted */
  faultsFile: string
  /** where it is written down for which plugin the process was ended */
  stallsFile: string
  /** for so long the main thread may be away, in milliseconds */
  patience: number
  /** whether the process is ended then, where a plugin is the reason */
  ends: boolean
}

/** Name of the symbol by which the main thread is asked at which delivery it is. */
export const DELIVERY_AT_WORK = 'formwright.delivery_at_work'

/**
 * Lets a thread of its own end the process for a plugin that gives the main thread back to nobody, and say which it is: a loop
 * without end cannot be broken from within. Whoever started the process starts it again.
 */
export function watchMainThread(watched: Omit<Watched, 'beats'>): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
  Object.defineProperty(globalThis, Symbol.for(DELIVERY_AT_WORK), { value: deliveryAtWork })
  setInterval(() => Atomics.add(count, 0, 1), watched.patience / BEATS).unref()
  const workerData: Watched = { ...watched, beats }
  const worker = new Worker(new URL('./stall_thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  worker.unref()
  worker.on('online', putMainThreadFirst)
  // then nobody says the reason
  worker.on('error', () => undefined)
}
