import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { comparedSubmissions, type Finding } from '#tests/faults/audit'
import { Ledger } from '#tests/faults/ledger'
import { ask, retry } from '#tests/faults/retry'
import { Tenant, type TenantForm } from '#tests/load/tenant'
import { fromSomewhere, strike } from '#tests/load/wire'

/** Milliseconds that somebody waited for pages, submissions and saves. */
export interface Waits {
  page: number[]
  submission: number[]
  save: number[]
}

/** What was not answered in these milliseconds, sent again or not, never is. */
const PATIENCE_MS = 60_000

/** How often a neighbour's people come, in a second. */
const PACE = { page: 25, submission: 10, save: 5 }

const BLOCKS = [
  ...['name01', 'town01', 'road01', 'note01'].map((id) => ({ id, kind: 'text', settings: {} })),
  ...['size01', 'age001', 'feet01'].map((id) => ({ id, kind: 'number', settings: {} })),
  ...['pick01', 'pick02', 'pick03'].map((id) => ({
    id,
    kind: 'select',
    settings: { options: ['One', 'Two', 'Three'].map((label) => ({ id: label.toLowerCase(), label })) },
  })),
].map((block) => ({ ...block, v: 1, key: block.id, label: `Question ${block.id}` }))

/** An honest tenant with one form that is filled in and another that is edited, and a book of what was sent. */
export class Neighbour {
  readonly ledger = new Ledger()
  readonly #url: string
  /** answers to pages and saves that were not what they must be */
  readonly wrong: string[] = []

  private constructor(
    private readonly tenant: Tenant,
    private readonly form: TenantForm,
    private readonly edited: { id: string },
  ) {
    this.#url = tenant.visitor.baseUrl
  }

  /** Where the page is that its visitors ask for. */
  get page(): string {
    return `/forms/${this.form.slug}`
  }

  static async settle(url: string): Promise<Neighbour> {
    const tenant = await Tenant.register(url)
    return new Neighbour(tenant, await tenant.publish(BLOCKS), await tenant.draw(BLOCKS))
  }

  /** Goes about its business for so long; answers how long its people waited. */
  async live(seconds: number): Promise<Waits> {
    const end = performance.now() + seconds * 1000
    const waits: Waits = { page: [], submission: [], save: [] }
    await Promise.all([
      again(end, PACE.page, waits.page, () => this.#look()),
      again(end, PACE.submission, waits.submission, () => this.#submit()),
      again(end, PACE.save, waits.save, () => this.#save()),
    ])
    return waits
  }

  /** What was sent against what is there. */
  async audit(database: pg.Client): Promise<Finding[]> {
    const { rows } = await database.query<{ id: string; name: string }>(
      `select id, answers ->> 'name01' as name from submissions where form_id = $1`,
      [this.form.id],
    )
    return comparedSubmissions(this.ledger, rows)
  }

  async #look(): Promise<void> {
    const status = await look(`${this.#url}${this.page}`)
    if (status !== 200) this.wrong.push(`page: ${status || 'no answer'}`)
  }

  /** Sent again until it is taken, as the live page does. */
  async #submit(): Promise<void> {
    const entry = this.ledger.open()
    const body = JSON.stringify({
      submission_key: entry.key,
      answers: { name01: entry.marker, size01: 3, pick01: 'one' },
    })
    const headers = { 'content-type': 'application/json', ...fromSomewhere() }
    const send = () =>
      ask<{ data: { id: string } }>(`${this.#url}/api/forms/${this.form.slug}/submissions`, {
        method: 'POST',
        headers,
        body,
      })
    const stored = await retry(this.ledger, entry, 201, send, PATIENCE_MS)
    if (!stored) {
      this.wrong.push(`submission: ${entry.refusal ?? 'no answer'}`)
      return
    }
    entry.ids.push(stored.body.data.id)
    entry.state = 'ok'
  }

  #revision = 1
  #saves = 0

  async #save(): Promise<void> {
    const [{ id, kind, v, key, settings }] = BLOCKS
    const content = { v, key, settings, label: `Question ${this.#saves++}` }
    const op = { op: 'put', block_id: id, kind, position: 'a1', content }
    const saving = this.tenant.visitor.patch<{ data: { revision: number } }>(
      `/api/forms/${this.edited.id}/draft`,
      { base: this.#revision, ops: [op] },
    )
    const saved = await Promise.race([saving, sleep(PATIENCE_MS, undefined, { ref: false })])
    if (!saved) {
      this.wrong.push('save: no answer')
      return
    }
    if (saved.status === 200) this.#revision = saved.body.data.revision
    else this.wrong.push(`save: ${saved.status} ${saved.text.slice(0, 200)}`)
  }
}

function look(url: string): Promise<number> {
  return strike(url, { headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...fromSomewhere() } })
}

/** How many milliseconds the neighbour's visitors wait at this address, for so long and as often as for its page. */
export async function pageWaits(url: string, seconds: number): Promise<number[]> {
  const waits: number[] = []
  await again(performance.now() + seconds * 1000, PACE.page, waits, async () => {
    await look(url)
  })
  return waits
}

/** Does something so many times a second, each when the one before is done, and takes down how long it took. */
async function again(end: number, pace: number, waits: number[], work: () => Promise<void>): Promise<void> {
  let due = performance.now()
  while (due < end) {
    await sleep(Math.max(0, due - performance.now()))
    const began = performance.now()
    await work()
    waits.push(performance.now() - began)
    due = Math.max(due + 1000 / pace, performance.now())
  }
}
