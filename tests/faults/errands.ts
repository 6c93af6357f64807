import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { turnPages } from '#tests/faults/plain_respondent'
import type { Ledger } from '#tests/faults/ledger'
import type { Form } from '#tests/faults/setting'
import type { Reply } from '#tests/functional/visitor'

const TUS = { 'tus-resumable': '1.0.0' }
const UPLOAD_BYTES = 5_000_000
const PIECE_BYTES = 1_500_000
/** A file that is posted by a page without JavaScript: more than one piece of a stream. */
const POSTED_CHARACTERS = 2_000_000

/** A submission that was acknowledged, with what its file holds. */
export interface Sent {
  id: string
  sha256: string
}

/** What people do while the server dies again and again: each begins anew, or goes on, until it is told to stop. */
export class Errands {
  readonly sent: Sent[] = []
  /** answers that nobody should get */
  readonly wrong: string[] = []
  copies = 0
  published = 0
  returns = 0
  #gone = false

  constructor(
    private readonly form: Form,
    /** another form of the same person, that is published, copied, deleted and restored */
    private readonly other: Form,
    private readonly ledger: Ledger,
  ) {}

  /** Does all of them until `stop`; resolves when each has come to its end. */
  async all(): Promise<void> {
    await Promise.all([
      this.#often(() => this.#upload()),
      this.#often(() => this.#post()),
      this.#often(() => this.#publish()),
      this.#often(() => this.#copy()),
      this.#often(() => this.#deleteAndRestore()),
    ])
  }

  stop(): void {
    this.#gone = true
  }

  async #often(errand: () => Promise<void>): Promise<void> {
    while (!this.#gone) {
      await errand()
      await sleep(20)
    }
  }

  /** Asks until it is answered, whatever the line does; 5xx is no answer. */
  async #ask<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
    for (;;) {
      const reply = await ask().catch(() => undefined)
      if (reply && reply.status < 500) return reply
      await sleep(30)
    }
  }

  #expect(what: string, reply: Reply, ...statuses: number[]): boolean {
    if (statuses.includes(reply.status)) return true
    this.wrong.push(`${what}: ${reply.status} ${reply.text.slice(0, 300)}`)
    return false
  }

  /** A large file in pieces, which goes on from where the server says it is, and the submission it is for. */
  async #upload(): Promise<void> {
    const { creator, url, fileBlock, version } = this.form
    const bytes = randomBytes(UPLOAD_BYTES)
    const [key, name] = [randomUUID(), 'large.bin']
    const query = `block=${fileBlock}&key=${key}&version=${version}&name=${name}`
    const begun = await this.#ask(() =>
      creator.request('POST', `${url}/uploads?${query}`, undefined, {
        ...TUS,
        'upload-length': String(bytes.length),
      }),
    )
    if (!this.#expect('begin', begun, 201)) return
    const path = new URL(begun.headers.get('location') ?? '', url).href
    for (let offset = 0; offset < bytes.length;) {
      const asked = await this.#ask(() => creator.request('HEAD', path, undefined, TUS))
      if (!this.#expect('head', asked, 200)) return
      const known = Number(asked.headers.get('upload-offset'))
      if (known < offset) this.wrong.push(`of ${offset} bytes that were acknowledged ${known} are there`)
      offset = known
      const piece = bytes.subarray(offset, offset + PIECE_BYTES)
      const headers = { ...TUS, 'content-type': 'application/offset+octet-stream' }
      const sent = await creator
        .request('PATCH', path, piece, { ...headers, 'upload-offset': String(offset) })
        .catch(() => undefined)
      if (sent?.status === 204) offset += piece.length
      else await sleep(30)
    }
    const upload = path.split('/').at(-1)
    const whole = await this.#ask(() =>
      creator.post<{ data: object }>(`${url}/files?${query}&upload=${upload}`),
    )
    if (!this.#expect('finish', whole, 201)) return
    const answers = { name: 'upload', paper: [whole.body.data] }
    const stored = await this.#ask(() =>
      creator.post<{ data: { id: string } }>(`${url}/submissions`, { submission_key: key, version, answers }),
    )
    if (!this.#expect('submit', stored, 201)) return
    this.sent.push({ id: stored.body.data.id, sha256: sha256(bytes) })
  }

  /** Pages without JavaScript, with a file. */
  async #post(): Promise<void> {
    const entry = this.ledger.open()
    entry.file = `${entry.marker} ${randomUUID()} ${'x'.repeat(POSTED_CHARACTERS)}`
    await turnPages(this.form, this.ledger, entry)
    if (entry.refusal !== undefined) this.wrong.push(`post: ${entry.refusal}`)
    const [id] = entry.ids
    if (id !== undefined) this.sent.push({ id, sha256: sha256(entry.file) })
  }

  async #publish(): Promise<void> {
    const { creator, id } = this.other
    const draft = await this.#ask(() => creator.get<{ data: { revision: number } }>(`/api/forms/${id}/draft`))
    // it is in the bin just now
    if (draft.status === 404 || !this.#expect('draft', draft, 200)) return
    const { revision } = draft.body.data
    const reply = await this.#ask(() => creator.post(`/api/forms/${id}/publication`, { revision }))
    if (this.#expect('publish', reply, 200, 201, 404, 429) && reply.status < 300) this.published += 1
  }

  async #copy(): Promise<void> {
    const { creator, id } = this.other
    const reply = await this.#ask(() => creator.post(`/api/forms/${id}/copies`))
    if (this.#expect('copy', reply, 201, 404) && reply.status === 201) this.copies += 1
  }

  /** Submissions and a form, into the bin and back. */
  async #deleteAndRestore(): Promise<void> {
    const { creator } = this.form
    const ids = this.sent.slice(-3).map(({ id }) => id)
    const form = `/api/forms/${this.form.id}`
    if (ids.length > 0) {
      const deleted = await this.#ask(() => creator.post(`${form}/deletions`, { ids }))
      this.#expect('delete', deleted, 200, 201)
      const restored = await this.#ask(() => creator.post(`${form}/bin/restorations`, { ids }))
      this.#expect('restore', restored, 200, 201)
    }
    const other = this.other
    this.#expect('delete form', await this.#ask(() => creator.delete(`/api/forms/${other.id}`)), 204, 404)
    const back = `/api/workspaces/${other.workspaceId}/bin/${other.id}/restoration`
    this.#expect('restore form', await this.#ask(() => creator.post(back)), 200, 201, 404)
    this.returns += 1
    await sleep(100)
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
