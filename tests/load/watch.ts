// Loaded before the server: measures its event loop and its memory, and tells whoever started it when asked.
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { Watched } from '#tests/load/house'

const EVERY_MS = 5
const delay = monitorEventLoopDelay({ resolution: EVERY_MS })
delay.enable()

/** What the main thread has worked so far, in milliseconds. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let collected = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collected = Math.max(collected, duration)
}).observe({ entryTypes: ['gc'] })

let before = worked()
let asked = before
let longest = 0
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - before)
  before = now
}, EVERY_MS).unref()

process.on('message', () => {
  const now = worked()
  const watched: Watched = {
    stall: Math.max(0, delay.max / 1e6 - EVERY_MS),
    work: Math.max(0, longest - EVERY_MS),
    collected,
    worked: now - asked,
    rss: process.memoryUsage.rss(),
  }
  process.send?.(watched)
  delay.reset()
  longest = 0
  collected = 0
  asked = now
})
process.channel?.unref()
