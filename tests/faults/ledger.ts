import { randomUUID } from 'node:crypto'

/**
 * What one respondent knows of one submission. `unknown`: it was sent, and no answer came. Such a one is sent again
 * with the same key until an answer comes.
 */
export interface Entry {
  number: number
  key: string
  /** in the answers, so that a row can be recognised whatever its key */
  marker: string
  /** sent by the page with its script (as by programs), or by its plain form without one */
  way: 'live' | 'plain'
  /** content of the file that goes with it */
  file: string | undefined
  state: 'open' | 'unknown' | 'ok' | 'refused'
  /** ids that the application answered, in order: they must all be the same */
  ids: string[]
  /** what the upload of the file was answered */
  uploaded: { data: { id: string; name: string; size: number; type: string } } | undefined
  sends: number
  refusal: string | undefined
}

/** The book of what was sent and answered, kept outside the application. */
export class Ledger {
  readonly entries: Entry[] = []
  unknowns = 0

  open(): Entry {
    const marker = `m${this.entries.length}`
    const entry: Entry = {
      number: this.entries.length,
      key: randomUUID(),
      marker,
      way: this.entries.length % 2 === 0 ? 'live' : 'plain',
      file: this.entries.length % 5 === 0 ? `file of ${marker} ${randomUUID()}` : undefined,
      state: 'open',
      ids: [],
      uploaded: undefined,
      sends: 0,
      refusal: undefined,
    }
    this.entries.push(entry)
    return entry
  }

  get acknowledged(): Entry[] {
    return this.entries.filter(({ state }) => state === 'ok')
  }
}
