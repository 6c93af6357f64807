import { ask, type Ending, retry } from '#tests/faults/retry'
import type { Entry, Ledger } from '#tests/faults/ledger'
import type { Form } from '#tests/faults/setting'
import { formIn } from '#tests/functional/respond/answering'

/** Of every twenty these are sent once more after they were acknowledged, as by a second press; the second has a file. */
const REPEATED = [1, 5]

/**
 * Answers the form page by page as a browser without JavaScript does: a page is opened and posted, an answer that did
 * not come is asked for again by posting the same once more. Being led to an ending is being told "stored".
 */
export async function turnPages(form: Form, ledger: Ledger, entry: Entry): Promise<void> {
  const first = await retry(ledger, entry, 200, () => ask(form.page))
  if (!first) return
  entry.key = formIn(first.text).hidden._key ?? ''
  const named: [string, string][] = [
    ['f.name01', entry.marker],
    ['f.size01', String(entry.marker.length)],
  ]
  const turned = await retry(ledger, entry, 303, () => press(form, first.text, 'next', named))
  if (!turned) return
  const second = await retry(ledger, entry, 200, () => ask(turned.location))
  if (!second) return
  // Without a choice browsers send a file without name and bytes.
  const paper = new File([entry.file ?? ''], entry.file === undefined ? '' : `${entry.marker}.txt`)
  const send = () => press(form, second.text, 'send', [[`f.${form.fileBlock}`, paper]])
  for (let time = 0; time < (REPEATED.includes(entry.number % 20) ? 2 : 1); time++) {
    const sent = await retry(ledger, entry, 303, send)
    if (!sent) return
    const receipt = /\/endings\/([\w-]+)\./.exec(sent.location)?.[1]
    if (receipt === undefined) {
      entry.refusal = `led to ${sent.location}`
      return
    }
    // signed, not encrypted
    const { message }: { message: { submission: string } } = JSON.parse(
      Buffer.from(receipt, 'base64url').toString(),
    )
    entry.ids.push(message.submission)
    entry.state = 'ok'
    const ending = await retry(ledger, entry, 200, () => ask(sent.location))
    if (!ending) return
  }
}

/** Presses a button of a page, with its hidden inputs before everything else. */
function press(
  form: Form,
  html: string,
  go: string,
  entries: [string, string | File][],
): Promise<Ending<unknown>> {
  const { action, hidden, multipart } = formIn(html)
  const parts = [...Object.entries(hidden), ...entries, ['_go', go] as const]
  const body = multipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of parts) {
    if (body instanceof FormData) body.append(name, value)
    else if (typeof value === 'string') body.append(name, value)
  }
  return ask(new URL(action, form.page).href, { method: 'POST', body })
}
