import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry, Ledger } from '#tests/faults/ledger'
import type { Form } from '#tests/faults/setting'

/** How a request ended, for somebody who sees nothing but the wire. */
type Ending<T> = { known: true; status: number; body: T; text: string } | { known: false }

interface FileReference {
  id: string
  name: string
  size: number
  type: string
}

/** One of every so many acknowledged submissions is sent once more, as after a lost reply. */
const REPEAT_EVERY = 20

/**
 * Sends one submission after the other until told to stop; the last one is brought to its end. Knows nothing but the
 * public API, and does what our own page does: same key until an answer comes.
 */
export async function respond(form: Form, ledger: Ledger, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const entry = ledger.open()
    await bringHome(form, ledger, entry)
    if (entry.state === 'ok' && ledger.entries.length % REPEAT_EVERY === 0)
      await bringHome(form, ledger, entry)
  }
}

async function bringHome(form: Form, ledger: Ledger, entry: Entry): Promise<void> {
  const answers: Record<string, unknown> = { name: entry.marker, size: entry.marker.length }
  if (entry.file !== undefined) {
    entry.uploaded ??= await insist<{ data: FileReference }>(ledger, entry, () => upload(form, entry))
    if (entry.uploaded === undefined) return
    answers.paper = [entry.uploaded.data]
  }
  const stored = await insist<{ data: { id: string } }>(ledger, entry, () => submit(form, entry, answers))
  if (!stored) return
  entry.ids.push(stored.data.id)
  entry.state = 'ok'
}

/** Repeats a request until it is answered: 201 gives the body, a refusal ends the entry. */
async function insist<T>(
  ledger: Ledger,
  entry: Entry,
  send: () => Promise<Ending<T>>,
): Promise<T | undefined> {
  for (;;) {
    entry.sends++
    const ending = await send()
    if (ending.known && ending.status === 201) return ending.body
    // 5xx says nothing about what is stored
    if (ending.known && ending.status < 500) {
      entry.state = 'refused'
      entry.refusal = `${ending.status} ${ending.text}`
      return undefined
    }
    entry.state = 'unknown'
    ledger.unknowns++
    await sleep(100)
  }
}

function upload(form: Form, entry: Entry): Promise<Ending<{ data: FileReference }>> {
  const query = new URLSearchParams({
    block: form.fileBlock,
    key: entry.key,
    version: String(form.version),
    name: `${entry.marker}.txt`,
  })
  return post(`${form.url}/files?${query}`, entry.file ?? '', 'application/octet-stream')
}

function submit(form: Form, entry: Entry, answers: unknown): Promise<Ending<{ data: { id: string } }>> {
  return post(
    `${form.url}/submissions`,
    JSON.stringify({ submission_key: entry.key, version: form.version, answers }),
    'application/json',
  )
}

async function post<T>(url: string, body: string, type: string): Promise<Ending<T>> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      signal: AbortSignal.timeout(15_000),
    })
    const text = await answer.text()
    return { known: true, status: answer.status, body: JSON.parse(text), text }
  } catch {
    return { known: false }
  }
}
