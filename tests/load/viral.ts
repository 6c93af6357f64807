import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { comparedSubmissions, type Finding } from '#tests/faults/audit'
import { type Entry, Ledger } from '#tests/faults/ledger'
import { Tenant, type TenantForm } from '#tests/load/tenant'
import { fromSomewhere } from '#tests/load/wire'

/** People who all fill in one form, each with a live page that sends until it is taken. */
export class Crowd {
  readonly #ledger = new Ledger()
  /** how often one of them was told to come again, and in how many seconds */
  refused = 0
  waits: number[] = []

  constructor(
    private readonly url: string,
    private readonly form: TenantForm,
    private readonly people: number,
  ) {}

  /** All at once, each one submission after the other until told to stop; who has begun brings it to its end. */
  rush(): { ended: Promise<unknown>; stop: () => void } {
    let coming = true
    const person = async () => {
      do await this.#bringHome(this.#ledger.open())
      while (coming)
    }
    const ended = Promise.all(Array.from({ length: this.people }, person))
    return { ended, stop: () => (coming = false) }
  }

  get acknowledged(): number {
    return this.#ledger.acknowledged.length
  }

  /** What was sent against what is there. */
  async audit(database: pg.Client): Promise<Finding[]> {
    const { rows } = await database.query<{ id: string; name: string }>(
      `select id, answers ->> 'name01' as name from submissions where form_id = $1`,
      [this.form.id],
    )
    return comparedSubmissions(this.#ledger, rows)
  }

  /** As the live page does: the same again, not before the server said. */
  async #bringHome(entry: Entry): Promise<void> {
    const body = JSON.stringify({ submission_key: entry.key, answers: { name01: entry.marker } })
    for (;;) {
      const answer = await fetch(`${this.url}/api/forms/${this.form.slug}/submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...fromSomewhere() },
        body,
      })
      const text = await answer.text()
      if (answer.status === 201) {
        const { data }: { data: { id: string } } = JSON.parse(text)
        entry.ids.push(data.id)
        entry.state = 'ok'
        return
      }
      if (answer.status !== 503) {
        entry.refusal = `${answer.status} ${text}`
        return
      }
      const seconds = Number(answer.headers.get('retry-after'))
      this.refused++
      this.waits.push(seconds)
      await sleep((seconds + Math.random()) * 1000)
    }
  }
}

/** A form, and so many people who have opened it. */
export async function crowd(url: string, people: number): Promise<Crowd> {
  const tenant = await Tenant.register(url)
  const block = { id: 'name01', kind: 'text', v: 1, key: 'name01', label: 'Name', settings: {} }
  return new Crowd(url, await tenant.publish([block]), people)
}
