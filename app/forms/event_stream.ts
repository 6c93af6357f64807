import { PassThrough } from 'node:stream'
import app from '@adonisjs/core/services/app'
import { type FormEvent, watch } from '#app/forms/events'

/** A comment at this pace keeps proxies from cutting the stream; before each, the reader is judged again. */
const HEARTBEAT = 20_000
/** A reader who lags further behind than this is let go, and asks again later. */
const MAX_LAG = 64 * 1024

const open = new Set<PassThrough>()
let endsWithTheProcess = false

/**
 * The events of a form as a stream for one browser. It ends when the browser leaves, the process stops, or `allowed`
 * says no: it is asked with every heartbeat, so that a former member hears nothing more.
 */
export function eventStream(formId: string, allowed: () => Promise<boolean>): PassThrough {
  const stream = new PassThrough()
  stream.write('retry: 3000\n\n')
  const unwatch = watch(formId, ({ name, data }: FormEvent) => {
    if (stream.writableLength + stream.readableLength > MAX_LAG) stream.destroy()
    else stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  })
  const heartbeat = setInterval(() => {
    allowed().then(
      (yes) => (yes ? stream.write(': \n\n') : stream.end()),
      () => stream.end(),
    )
  }, HEARTBEAT)
  stream.on('close', () => {
    clearInterval(heartbeat)
    unwatch()
    open.delete(stream)
  })
  open.add(stream)
  endWithTheProcess()
  return stream
}

/** Registered with the first stream, hence after the HTTP server's own hook, hence run before that one waits for us. */
function endWithTheProcess(): void {
  if (endsWithTheProcess) return
  endsWithTheProcess = true
  app.terminating(() => {
    for (const stream of open) stream.end()
  })
}
