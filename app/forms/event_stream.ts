import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { type FormEvent, sameness, watch } from '#app/forms/events'

/** At this pace the stream says that it lives: proxies do not cut it, and the browser misses it when it is gone. */
const HEARTBEAT = 20_000
/** What happens in between is told together. */
const PACE = 100
/** A reader who lags further behind than this is let go, and asks again later. */
const MAX_LAG = 64 * 1024

const open = new Set<PassThrough>()
let endsWithTheProcess = false

/**
 * The events of some forms as a stream for one browser. `allowed` says which of them its person may still watch: it is
 * asked before anything is told and with every heartbeat, so that a former member hears no more than that it is over. The
 * stream ends when none is left, when the browser leaves, and when the process stops.
 */
export function eventStream(
  forms: readonly string[],
  allowed: () => Promise<ReadonlySet<string>>,
): PassThrough {
  const stream = new PassThrough()
  const waiting = new Map<string, { form: string; event: FormEvent }>()
  const watched = new Map<string, () => void>()
  let telling = false

  async function judge(): Promise<void> {
    const may = await allowed()
    for (const [form, unwatch] of watched) {
      if (may.has(form)) continue
      unwatch()
      watched.delete(form)
      // no more than that nothing more comes: the page asks, and says itself what became of the form
      stream.write(line('ended', { form }))
    }
    if (watched.size === 0) stream.end()
  }

  async function tell(): Promise<void> {
    if (telling) return
    telling = true
    try {
      while (waiting.size > 0 && stream.writable) {
        await judge()
        const told = [...waiting.values()].filter(({ form }) => watched.has(form))
        waiting.clear()
        if (!stream.writable) return
        if (stream.writableLength + stream.readableLength > MAX_LAG) return void stream.destroy()
        stream.write(told.map(({ form, event }) => line(event.name, { form, ...event.data })).join(''))
        await pause(PACE)
      }
    } catch {
      stream.end()
    } finally {
      telling = false
    }
  }

  stream.write('retry: 3000\n\n')
  for (const form of forms) {
    const hear = (event: FormEvent) => {
      const name = sameness(form, event)
      // in the order in which things happened last
      waiting.delete(name)
      waiting.set(name, { form, event })
      void tell()
    }
    watched.set(form, watch(form, hear))
  }
  const heartbeat = setInterval(() => {
    judge().then(
      () => stream.writable && stream.write(line('here', {})),
      () => stream.end(),
    )
  }, HEARTBEAT)
  stream.on('close', () => {
    clearInterval(heartbeat)
    for (const unwatch of watched.values()) unwatch()
    open.delete(stream)
  })
  open.add(stream)
  endWithTheProcess()
  return stream
}

function line(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Registered with the first stream, hence after the HTTP server's own hook, hence run before that one waits for us. */
function endWithTheProcess(): void {
  if (endsWithTheProcess) return
  endsWithTheProcess = true
  app.terminating(() => {
    for (const stream of open) stream.end()
  })
}
