import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Lease } from '#app/integrations/claimer'

/** Its name in STORAGE_DIR. */
export const JOURNAL_FILE = 'attempts_under_way'

/** As many attempts as one process may have under way, and those that an earlier one left. */
const PLACES = 128
/** Each has a line of so many characters. */
const WIDTH = 128

/** An attempt under way. */
export interface JournalEntry extends Pick<Lease, 'workspaceId' | 'id' | 'lease'> {
  /** how often in a row a process ended during attempts of this delivery, before */
  deaths: number
  /** its plugin is at work, and no other of an integration */
  alone: boolean
}

/** An attempt during which an earlier process ended. */
export interface LeftEntry extends JournalEntry {
  forget(): void
}

/** An attempt that is noted. */
export interface NotedAttempt {
  setAlone(alone: boolean): void
  over(): void
}

/**
 * Which attempts are under way, in a file that outlives the process: the next one knows what it ended at. Two small writes for each
 * attempt, which are the system's as soon as they are made.
 */
export class AttemptJournal {
  readonly left: readonly LeftEntry[]
  readonly #file: number
  readonly #taken: Set<number>

  constructor(path: string) {
    const found = entriesIn(path)
    this.#taken = new Set(found.map(({ place }) => place))
    this.#file = openSync(path, found.length > 0 ? 'r+' : 'w')
    this.left = found.map(({ place, entry }) => ({ ...entry, forget: () => this.#leave(place) }))
  }

  /** Notes an attempt; undefined where there is no place: it goes on all the same, only that nobody will know. */
  note(entry: JournalEntry): NotedAttempt | undefined {
    const place = Array.from({ length: PLACES }, (_, at) => at).find((at) => !this.#taken.has(at))
    if (place === undefined) return undefined
    this.#taken.add(place)
    this.#write(place, lineOf(entry))
    let over = false
    return {
      setAlone: (alone) => {
        // a call may end after its attempt
        if (!over) this.#write(place, lineOf({ ...entry, alone }))
      },
      over: () => {
        over = true
        this.#leave(place)
      },
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #leave(place: number): void {
    this.#write(place, '')
    this.#taken.delete(place)
  }

  #write(place: number, line: string): void {
    try {
      writeSync(this.#file, `${line.padEnd(WIDTH - 1)}\n`, place * WIDTH)
    } catch {
      // the disk is full, for instance: deliveries go on
    }
  }
}

function lineOf({ workspaceId, id, lease, deaths, alone }: JournalEntry): string {
  return [workspaceId, id, lease, deaths, alone ? 1 : 0].join(' ')
}

function entriesIn(path: string): { place: number; entry: JournalEntry }[] {
  return linesOf(path).flatMap((line, place) => {
    const [workspaceId, id, lease, deaths, alone] = line.replaceAll('\0', '').trim().split(' ')
    if (!workspaceId || !id || !lease) return []
    return [{ place, entry: { workspaceId, id, lease, deaths: Number(deaths), alone: alone === '1' } }]
  })
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, PLACES)
  } catch {
    // the first start
    return []
  }
}
