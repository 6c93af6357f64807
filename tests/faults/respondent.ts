import { ask, type Ending, retry } from '#tests/faults/retry'
import type { Entry, Ledger } from '#tests/faults/ledger'
import { turnPages } from '#tests/faults/plain_respondent'
import type { Form } from '#tests/faults/setting'

interface FileReference {
  id: string
  name: string
  size: number
  type: string
}

/** One of every so many acknowledged submissions is sent once more, as after a lost reply. */
const REPEAT_EVERY = 20

/**
 * Sends one submission after the other until told to stop; the last one is brought to its end. Half of them
 * come page by page from the plain form; the others know nothing but the public API, and do what our own page does:
 * same key until an answer comes.
 */
export async function respond(form: Form, ledger: Ledger, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const entry = ledger.open()
    if (entry.way === 'plain') {
      await turnPages(form, ledger, entry)
      continue
    }
    await bringHome(form, ledger, entry)
    if (entry.state === 'ok' && ledger.entries.length % REPEAT_EVERY === 0)
      await bringHome(form, ledger, entry)
  }
}

async function bringHome(form: Form, ledger: Ledger, entry: Entry): Promise<void> {
  const answers: Record<string, unknown> = { name: entry.marker, size: entry.marker.length }
  if (entry.file !== undefined) {
    entry.uploaded ??= (await retry(ledger, entry, 201, () => upload(form, entry)))?.body
    if (entry.uploaded === undefined) return
    answers.paper = [entry.uploaded.data]
  }
  const stored = await retry(ledger, entry, 201, () => submit(form, entry, answers))
  if (!stored) return
  entry.ids.push(stored.body.data.id)
  entry.state = 'ok'
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

function post<T>(url: string, body: string, type: string): Promise<Ending<T>> {
  return ask(url, { method: 'POST', body, headers: { 'content-type': type } })
}
