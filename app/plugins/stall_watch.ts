import { Worker } from 'node:worker_threads'
import { putMainThreadFirst } from '#app/http/thread_priority'
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
  /** the main thread is asked what it does once it was away for so long, in milliseconds */
  patience: number
}

/**
 * Lets a thread of its own say which plugin it is that gives the main thread back to nobody: a loop without end cannot be
 * broken from within, and whoever ends the process for it (`scripts/watchdog.ts`) knows no reason.
 */
export function watchMainThread(watched: Omit<Watched, 'beats'>): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const count = new Int32Array(beats)
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
