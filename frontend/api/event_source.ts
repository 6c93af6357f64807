import type { FormEventData } from '../../api_types/forms.ts'

/** What may have happened to a form. Ids only: whoever wants to know more asks the API. */
export type FormEvent =
  | ({ name: 'draft' } & Pick<FormEventData['draft'], 'revision'>)
  | { name: 'deliveries' | 'form' }
  | ({ name: 'submissions' } & FormEventData['submissions'])
  /** the connection came (back): anything may have been missed */
  | { name: 'connected' }
  /** there is no connection, or nothing more comes of this form: what happens has to be asked for */
  | { name: 'unheard' }

/** A stream of events whose forms may change while it runs. */
export interface Stream {
  watch(forms: readonly string[]): void
  close(): void
}

type Tell = (form: string, event: FormEvent) => void

const POLL_MS = 15_000
/** The server says every 20 seconds that it is there. */
const SILENCE_MS = 50_000
/** Tabs say what they want one after the other. */
const SETTLE_MS = 50

/**
 * Tells what happens to forms, from the server's stream. As long as there is none (it is on its way, cut, or something
 * between here and the server keeps it back) every form is told `unheard` now and then, so that its page asks.
 */
export function openStream(tell: Tell): Stream {
  let forms: readonly string[] = []
  let source: EventSource | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined

  const tellAll = (some: readonly string[], name: 'connected' | 'unheard') => {
    for (const form of some) tell(form, { name })
  }
  const startPolling = () => {
    poll ??= setInterval(() => {
      tellAll(forms, 'unheard')
      // After an answer that is no stream the browser does not try again by itself.
      if (source?.readyState === EventSource.CLOSED) connect()
    }, POLL_MS)
  }
  const stopPolling = () => {
    clearInterval(poll)
    poll = undefined
  }
  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      startPolling()
      connect()
    }, SILENCE_MS)
  }

  function connect(covered: readonly string[] = []): void {
    const before = source
    if (before?.readyState !== EventSource.OPEN || covered.length === 0) before?.close()
    source = undefined
    if (forms.length === 0) {
      before?.close()
      clearTimeout(silence)
      return stopPolling()
    }
    const asked = forms
    const next = new EventSource(`/api/events?forms=${asked.join(',')}`)
    source = next
    if (before?.readyState !== EventSource.OPEN) startPolling()
    next.onopen = () => {
      // What the stream before carried until now was not missed.
      const whole = before?.readyState === EventSource.OPEN
      before?.close()
      stopPolling()
      alive()
      tellAll(whole ? asked.filter((form) => !covered.includes(form)) : asked, 'connected')
    }
    next.onerror = () => {
      before?.close()
      // The server ends a stream when there is nothing left that this person may hear of.
      if (poll === undefined) tellAll(asked, 'unheard')
      startPolling()
    }
    next.addEventListener('here', alive)
    passOn(next, tell)
  }

  return {
    watch(wanted) {
      clearTimeout(settling)
      settling = setTimeout(() => {
        if (wanted.join() === forms.join()) return
        const covered = forms
        forms = wanted
        connect(covered)
      }, SETTLE_MS)
    },
    close() {
      clearTimeout(settling)
      clearTimeout(silence)
      stopPolling()
      source?.close()
    },
  }
}

/** What the server says on this stream, of the forms it is about. */
function passOn(source: EventSource, tell: Tell): void {
  const on = <Name extends keyof FormEventData>(
    name: Name,
    work: (data: { form: string } & FormEventData[Name]) => void,
  ) => source.addEventListener(name, (event: MessageEvent<string>) => work(JSON.parse(event.data)))
  // The server itself was deaf to its other nodes for a while.
  on('missed', ({ form }) => tell(form, { name: 'connected' }))
  on('form', ({ form }) => tell(form, { name: 'form' }))
  on('deliveries', ({ form }) => tell(form, { name: 'deliveries' }))
  on('submissions', ({ form, ...told }) => tell(form, { name: 'submissions', ...told }))
  source.addEventListener('ended', (event: MessageEvent<string>) => {
    const { form }: { form: string } = JSON.parse(event.data)
    tell(form, { name: 'unheard' })
  })
  on('draft', ({ form, revision }) => tell(form, { name: 'draft', revision }))
}
