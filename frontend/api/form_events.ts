import { useEffect, useRef } from 'react'

/** What may have happened to a form. Ids only: whoever wants to know more asks the API. */
export type FormEvent =
  | { name: 'draft'; revision: number; by?: string }
  | { name: 'submissions' | 'deliveries' | 'form' }
  /** the connection came (back): something may have been missed */
  | { name: 'connected' }

type Listener = (event: FormEvent) => void

const NAMES = ['draft', 'submissions', 'deliveries', 'form'] as const
const POLL_MS = 15_000

/**
 * Events of one form. Of all tabs that show it, one holds the stream and passes events on, so that a browser's few
 * connections to a host stay free. Without a stream every listener is told `connected` now and then, and asks.
 */
function listen(formId: string, listener: Listener): () => void {
  const channel = new BroadcastChannel(`formwright-form-${formId}`)
  channel.onmessage = (message: MessageEvent<FormEvent>) => listener(message.data)
  const tell = (event: FormEvent) => {
    listener(event)
    channel.postMessage(event)
  }

  const stop = new AbortController()
  const lead = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource(`/api/forms/${formId}/events`)
      let poll: ReturnType<typeof setInterval> | undefined
      source.onopen = () => {
        clearInterval(poll)
        poll = undefined
        tell({ name: 'connected' })
      }
      source.onerror = () => {
        poll ??= setInterval(() => tell({ name: 'connected' }), POLL_MS)
      }
      for (const name of NAMES) {
        source.addEventListener(name, (event: MessageEvent<string>) => {
          const data: Record<string, unknown> = JSON.parse(event.data || '{}')
          if (name !== 'draft') tell({ name })
          else if (typeof data.revision === 'number')
            tell({ name, revision: data.revision, by: typeof data.by === 'string' ? data.by : undefined })
        })
      }
      stop.signal.addEventListener('abort', () => {
        clearInterval(poll)
        source.close()
        resolve()
      })
    })

  if (navigator.locks) {
    navigator.locks.request(`formwright-form-${formId}`, { signal: stop.signal }, lead).catch(() => {
      // Aborted while waiting for the lead: this tab is gone before its turn came.
    })
  } else void lead()

  return () => {
    stop.abort()
    channel.close()
  }
}

/** Calls `listener` for everything that happens to the form while the component is shown. */
export function useFormEvents(formId: string | undefined, listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (formId === undefined) return
    return listen(formId, (event) => latest.current(event))
  }, [formId])
}
