import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { type Answer, Receiver } from '#tests/functional/integrations/receiver'

/** What a receiver of webhooks was told. It refuses every so many, so that there are retries. */
export class DeliveryLog {
  readonly changedBodies = new Set<string>()
  readonly badSignatures = new Set<string>()
  arrivals = 0
  accepted = 0
  #secret: string | undefined
  readonly #bodies = new Map<string, string>()
  readonly #accepted = new Map<string, Set<string>>()
  #receiver: Receiver | undefined

  async open(): Promise<string> {
    this.#receiver = await Receiver.open((arrival) => this.#take(arrival))
    return this.#receiver.url
  }

  /** From now on signatures are looked at. */
  expect(secret: string): void {
    this.#secret = secret
  }

  /** Ids under which a submission was delivered and accepted. */
  deliveriesOf(submissionId: string): string[] {
    return [...(this.#accepted.get(submissionId) ?? [])]
  }

  async close(): Promise<void> {
    await this.#receiver?.close()
  }

  #take({ headers, body }: Parameters<Answer>[0]): ReturnType<Answer> {
    this.arrivals++
    const id = headers['webhook-id'] ?? ''
    const print = createHash('sha256').update(body).digest('hex')
    if ((this.#bodies.get(id) ?? print) !== print) this.changedBodies.add(id)
    this.#bodies.set(id, print)
    try {
      new Webhook(this.#secret ?? '').verify(body, headers)
    } catch {
      this.badSignatures.add(id)
    }
    if (this.arrivals % 15 === 0) return { status: 503 }
    this.accepted++
    const { data }: { data: { submission: { id: string } } } = JSON.parse(body)
    const ids = this.#accepted.get(data.submission.id) ?? new Set()
    this.#accepted.set(data.submission.id, ids.add(id))
    return { status: 204 }
  }
}
