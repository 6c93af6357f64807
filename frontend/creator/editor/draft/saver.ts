import type { Draft, DraftRow } from '../../../../api_types/drafts.ts'
import type { Parts, WireOp } from './row.ts'
import type { DraftStore, KeptEntry, OutgoingOps } from './store.ts'

/** What became of a request that the server took. */
export interface SavedDraft extends Draft {
  applied: string[]
  refused: { op: { block_id: string }; current: DraftRow | null }[]
}

/** One change of a request, by its place in it, that the server does not take. */
export interface RefusedOp {
  index: number
  message: string
  /** what is wrong with each part of the row's content */
  parts?: Parts
}

/** Why the server did not take a request. Without a status nothing was heard from it. */
export class UnsavedError extends Error {
  readonly status: number | undefined
  /** the changes that stood in the way; none when the server did not name them */
  readonly ops: readonly RefusedOp[]
  constructor(message: string, status?: number, ops: readonly RefusedOp[] = []) {
    super(message)
    this.status = status
    this.ops = ops
  }
}

/** The server, as the saver needs it. Rejects with `UnsavedError`. */
export interface Transport {
  patch(body: { base: number; ops: WireOp[] }, options: { leaving: boolean }): Promise<SavedDraft>
  changes(since: number): Promise<Draft>
}

/** Where unconfirmed changes outlive the page. */
export interface Device {
  /** Whether they are kept: some browsers store nothing, or have no room left. */
  keep(entries: readonly KeptEntry[]): boolean
}

/** Time, so that tests need not wait. */
export interface Timing {
  now(): number
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, work: () => void): () => void
}

const QUIET_MS = 300
const LONGEST_MS = 500
const KEEP_MS = 50
/** Answers that judge what was sent: with fewer or other changes the answer may differ. */
const ABOUT_CONTENT = new Set([400, 413, 422])
const CLASH = 'Someone else changed this too. Choose which version to keep.'
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000]

/**
 * Carries changes of a store to the server: 300 ms after the last one, 500 ms after the first at most, one request at
 * a time, again and again while the server cannot be reached; and brings others' changes back.
 */
export class Saver {
  #store: DraftStore
  #transport: Transport
  #device: Device
  #timing: Timing
  #inFlight = false
  #pullWanted = false
  #failures = 0
  /** the server said no for good, whatever is sent: only another change is worth another try */
  #refused = false
  /** how many changes go in one request: half as many each time the server refuses one without saying which, then more again */
  #most = Infinity
  #firstUnsaved: number | undefined
  #cancelFlush: (() => void) | undefined
  #cancelKeep: (() => void) | undefined
  #stopListening: () => void
  #stopped = false
  /** whether the device holds what the server is not known to */
  #kept = true

  constructor(store: DraftStore, parts: { transport: Transport; device: Device; timing: Timing }) {
    this.#store = store
    this.#transport = parts.transport
    this.#device = parts.device
    this.#timing = parts.timing
    this.#stopListening = store.onChange(() => this.#changed())
    if (store.outgoing().length > 0) this.#changed()
    else {
      this.#keepSoon()
      this.#settle()
    }
  }

  /** The network came back, or the person asks for it: tries now. */
  retry(): void {
    this.#failures = 0
    this.#refused = false
    this.#store.forgive()
    this.#flush()
  }

  /** The page is about to go away: keeps and sends what there is. */
  leave(): void {
    this.#keepNow()
    if (!this.#inFlight) this.#flush(true)
  }

  /** Whether something would be lost if the page went away now. */
  wouldLose(): boolean {
    this.#keepNow()
    return !this.#kept
  }

  /** The server said that the draft stands at this revision. */
  hear(revision: number): void {
    if (revision <= this.#store.revision) return
    this.#pullWanted = true
    if (!this.#inFlight) void this.#pull()
  }

  /** Looks for others' changes, whether or not any were announced. */
  async refresh(): Promise<void> {
    if (this.#inFlight) this.#pullWanted = true
    else await this.#pull()
  }

  /** Ends all work of this saver. What is unconfirmed stays on the device. */
  stop(): void {
    this.#keepNow()
    this.#stopped = true
    this.#stopListening()
    this.#cancelFlush?.()
  }

  #changed(): void {
    this.#refused = false
    this.#keepSoon()
    if (this.#store.outgoing().length === 0) {
      if (!this.#inFlight) this.#settle()
      return
    }
    const now = this.#timing.now()
    this.#firstUnsaved ??= now
    if (this.#failures === 0) {
      this.#store.setStatus({ state: 'saving' })
      this.#flushIn(Math.min(QUIET_MS, Math.max(0, this.#firstUnsaved + LONGEST_MS - now)))
    }
  }

  #flushIn(ms: number): void {
    this.#cancelFlush?.()
    if (!this.#stopped) this.#cancelFlush = this.#timing.after(ms, () => this.#flush())
  }

  #flush(leaving = false): void {
    this.#cancelFlush?.()
    this.#cancelFlush = undefined
    if (this.#inFlight || this.#stopped) return
    const list = this.#store.outgoing().slice(0, this.#most)
    if (list.length === 0) {
      this.#settle()
      return
    }
    this.#firstUnsaved = undefined
    if (this.#failures === 0) this.#store.setStatus({ state: 'saving' })
    this.#store.sending(list)
    this.#keepNow()
    void this.#send(list, leaving)
  }

  async #send(list: OutgoingOps[], leaving: boolean): Promise<void> {
    this.#inFlight = true
    try {
      const answer = await this.#transport.patch(
        { base: this.#store.revision, ops: list.map(({ op }) => op) },
        { leaving },
      )
      this.#failures = 0
      this.#most *= 2
      this.#take(list, answer)
    } catch (error) {
      this.#failed(list, error)
    } finally {
      this.#inFlight = false
    }
    // closed meanwhile: what has not arrived stays where it was kept then
    if (this.#stopped && this.#store.unconfirmed().length > 0) return
    this.#keepNow()
    if (this.#stopped) return
    // also when nothing was saved: what was announced meanwhile is announced no more
    if (this.#pullWanted) void this.#pull()
    else if (this.#failures === 0) this.#next()
  }

  #take(list: OutgoingOps[], answer: SavedDraft): void {
    const applied = new Set(answer.applied)
    const changedAgain = new Set(answer.rows.map((row) => row.block_id))
    const gone: DraftRow[] = []
    for (const one of list) {
      const { op, state } = one
      if (applied.has(op.block_id))
        this.#store.taken(one, changedAgain.has(op.block_id) ? 0 : answer.revision)
      else if (answer.refused.some((item) => item.op.block_id === op.block_id && item.current === null)) {
        gone.push({
          block_id: op.block_id,
          revision: answer.revision,
          kind: state.kind,
          parent: state.parent,
          position: state.position,
          content: null,
        })
      }
    }
    const current = answer.refused.flatMap((item) => item.current ?? [])
    this.#store.merge([...gone, ...current, ...answer.rows], answer.revision, answer.problems)
    if (answer.revision >= this.#store.revision) this.#pullWanted = false
  }

  #failed(list: OutgoingOps[], error: unknown): void {
    const status = error instanceof UnsavedError ? error.status : undefined
    const certain = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
    if (certain) {
      this.#store.notTaken(list)
      if (error instanceof UnsavedError && (ABOUT_CONTENT.has(status) || error.ops.length > 0)) {
        this.#narrow(list, error)
        return
      }
      this.#refused = true
      this.#failures = 0
      this.#store.setStatus({
        state: 'failed',
        message: error instanceof Error ? error.message : String(error),
      })
      return
    }
    this.#failures += 1
    this.#store.setStatus({ state: 'offline', kept: this.#kept })
    this.#retryLater()
  }

  #retryLater(): void {
    this.#flushIn(RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1] ?? 30_000)
  }

  /**
   * Finds out which changes of a refused request the server does not take, so that the others can go on: those it
   * names, or, by halves, the one that is refused alone. Each call leaves one refused or halves what is sent next.
   */
  #narrow(list: readonly OutgoingOps[], error: UnsavedError): void {
    const alone: RefusedOp[] = list.length === 1 ? [{ index: 0, message: error.message }] : []
    const named = error.ops.filter(({ index }) => list[index] !== undefined)
    const found = named.length > 0 ? named : alone
    for (const { index, message, parts } of found) {
      const one = list[index]
      if (one) this.#store.refuse(one.op.block_id, one.state, message, parts)
    }
    this.#failures = 0
    if (found.length === 0) this.#most = Math.ceil(list.length / 2)
  }

  async #pull(): Promise<void> {
    this.#inFlight = true
    this.#pullWanted = false
    try {
      const { rows, revision, problems } = await this.#transport.changes(this.#store.revision)
      this.#store.merge(rows, revision, problems)
      // it can be reached: what waits for another try need not
      this.#failures = 0
    } catch {
      // the next announcement, save or refresh asks again
    } finally {
      this.#inFlight = false
    }
    if (this.#stopped) return
    // a change whose reply was lost may be among what came: the device need not hold it any more
    this.#keepSoon()
    // what was announced meanwhile is announced no more, and need not be among it
    if (this.#pullWanted) void this.#pull()
    else this.#next()
  }

  #next(): void {
    if (this.#refused) return
    if (this.#store.outgoing().length === 0) this.#settle()
    else if (this.#failures === 0) this.#flushIn(this.#firstUnsaved === undefined ? 0 : QUIET_MS)
    // the next try fell due while something else was on its way
    else if (!this.#cancelFlush) this.#retryLater()
  }

  #settle(): void {
    this.#firstUnsaved = undefined
    this.#failures = 0
    const rows = [...this.#store.refused(), ...this.#store.clashes()]
    if (rows.length > 0) {
      const message = this.#store.row(rows[0])?.refusal ?? CLASH
      this.#store.setStatus({ state: 'failed', message, rows })
    } else if (this.#store.status().state !== 'saved')
      this.#store.setStatus({ state: 'saved', at: this.#timing.now() })
  }

  #keepSoon(): void {
    this.#cancelKeep ??= this.#timing.after(KEEP_MS, () => this.#keepNow())
  }

  #keepNow(): void {
    this.#cancelKeep?.()
    this.#cancelKeep = undefined
    this.#kept = this.#device.keep(this.#store.unconfirmed())
    if (this.#store.status().state === 'offline')
      this.#store.setStatus({ state: 'offline', kept: this.#kept })
  }
}
