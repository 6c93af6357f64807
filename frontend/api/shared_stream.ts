import { openStream, type FormEvent, type Stream } from './event_source.ts'

/** What tabs say to each other. */
type Note =
  | { say: 'wants'; tab: string; forms: readonly string[] }
  | { say: 'who' }
  | { say: 'told'; form: string; event: FormEvent }

type Listener = (event: FormEvent) => void

const NAME = 'formwright-events'
/** Going from one form to another, a tab keeps the lead. */
const LINGER_MS = 1_000

const tab = `${Date.now()} ${Math.random()}`
const listeners = new Map<string, Set<Listener>>()
let present: { channel: BroadcastChannel; leave: () => void } | undefined
let stream: Stream | undefined
const wanted = new Map<string, readonly string[]>()
let leaving: ReturnType<typeof setTimeout> | undefined

/**
 * Hears what happens to a form, until the answer is called. Of all tabs of this browser one holds one stream, for the
 * forms that any of them shows, and passes events on: a browser has few connections to a host.
 */
export function listenTo(form: string, listener: Listener): () => void {
  const all = listeners.get(form) ?? new Set()
  listeners.set(form, all.add(listener))
  clearTimeout(leaving)
  present ??= come()
  sayWants()
  return () => {
    all.delete(listener)
    if (all.size === 0 && listeners.get(form) === all) listeners.delete(form)
    sayWants()
    if (listeners.size === 0) leaving = setTimeout(() => present?.leave(), LINGER_MS)
  }
}

function come(): { channel: BroadcastChannel; leave: () => void } {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = (message: MessageEvent<Note>) => hear(message.data)
  const stop = new AbortController()
  const onHide = () => say({ say: 'wants', tab, forms: [] })
  addEventListener('pagehide', onHide)
  addEventListener('pageshow', sayWants)
  // Without locks (an address without TLS) each tab leads itself.
  if (navigator.locks) {
    navigator.locks
      .request(NAME, { signal: stop.signal }, () => lead(stop.signal))
      .catch(() => {
        // Aborted while waiting for the lead: this tab is gone before its turn came.
      })
  } else void lead(stop.signal)
  return {
    channel,
    leave: () => {
      removeEventListener('pagehide', onHide)
      removeEventListener('pageshow', sayWants)
      stop.abort()
      present = undefined
      channel.close()
    },
  }
}

/** Holds the stream until this tab shows no form any more. */
function lead(stop: AbortSignal): Promise<void> {
  stream = openStream((form, event) => say({ say: 'told', form, event }))
  say({ say: 'who' })
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => {
      stream?.close()
      stream = undefined
      wanted.clear()
      resolve()
    })
  })
}

function say(note: Note): void {
  // A channel does not hear itself.
  present?.channel.postMessage(note)
  hear(note)
}

function sayWants(): void {
  say({ say: 'wants', tab, forms: [...listeners.keys()] })
}

function hear(note: Note): void {
  if (note.say === 'who') sayWants()
  else if (note.say === 'told') {
    for (const listener of listeners.get(note.form) ?? []) listener(note.event)
  } else if (stream) {
    wanted.set(note.tab, note.forms)
    stream.watch([...new Set([...wanted.values()].flat())].sort())
  }
}
