import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** How much nicer (`nice`, in its steps) a thread is that works beside the main one. */
export const NICER = 10

/** Threads of Node that hash, compress and read files (libuv), and our own that draw pages; those of V8 are waited for. */
const BESIDE = /^(libuv-worker|WorkerThread)$/

/**
 * Gives the threads that hash, compress, read files and draw a lower priority than the one that answers everybody: where
 * the machine has too few processors for all, that one goes first. Called again when a thread was begun; on Linux only,
 * elsewhere a thread has no priority of its own.
 */
export function putMainThreadFirst(): void {
  if (process.platform !== 'linux') return
  const usual = os.getPriority(process.pid)
  const lower = Math.min(os.constants.priority.PRIORITY_LOW, usual + NICER)
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    try {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (BESIDE.test(name) && os.getPriority(thread) < lower) os.setPriority(thread, lower)
    } catch {
      // it has just ended
    }
  }
}
