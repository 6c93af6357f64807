import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorWords, type MemberFault } from '../../engine/faults.ts'

/** How often a plugin threw in one of its functions, and what it said last. */
export interface FaultCount {
  kind: string
  version: number | undefined
  member: string
  reason: string
  count: number
  /** when it last did, as ISO text */
  last: string
}

/** Its name in STORAGE_DIR. */
export const FAULTS_FILE = 'plugin_faults.json'

/** More of them say nothing new. */
const MOST = 200

/** What is older is not told any more, in milliseconds. */
const RECENT = 24 * 3600 * 1000

/** They are written down together, in milliseconds. */
const PACE = 500

/** Counts what plugins throw: for creators whose forms have such a block, and in a file for `node ace doctor`. */
export class FaultCounts {
  readonly #counts = new Map<string, FaultCount>()
  #file: string | undefined
  #failed: (error: unknown) => void = () => undefined
  #planned: NodeJS.Timeout | undefined

  /** Goes on with what the file has, and keeps it up to date. `failed` is told when it cannot. */
  keepIn(file: string, failed: (error: unknown) => void): void {
    this.#file = file
    this.#failed = failed
    for (const fault of readFaults(file)) this.#counts.set(nameOf(fault), fault)
  }

  /** Takes note of one. */
  note({ kind, version, member, error }: MemberFault & { version: number | undefined }): void {
    const name = nameOf({ kind, member })
    const before = this.#counts.get(name)
    if (!before && this.#counts.size >= MOST) return
    const last = new Date().toISOString()
    const count = before && isRecent(before) ? before.count + 1 : 1
    this.#counts.set(name, { kind, version, member, reason: errorWords(error), count, last })
    if (this.#file) this.#planned ??= setTimeout(() => this.#write(), PACE).unref()
  }

  /** Those of the last day. */
  recent(): FaultCount[] {
    return [...this.#counts.values()].filter(isRecent)
  }

  #write(): void {
    this.#planned = undefined
    try {
      mkdirSync(dirname(String(this.#file)), { recursive: true })
      // whole or not at all: somebody may be reading it
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.recent(), null, 2))
      renameSync(`${this.#file}.new`, String(this.#file))
    } catch (error) {
      this.#failed(error)
    }
  }
}

/** What a server wrote down in the last day; nothing where the file is not whole. */
export function readFaults(file: string): FaultCount[] {
  try {
    const faults: FaultCount[] = JSON.parse(readFileSync(file, 'utf8'))
    return faults.filter(isRecent)
  } catch {
    // none yet, or the machine went down while it was written: the next fault writes it anew
    return []
  }
}

function nameOf({ kind, member }: Pick<FaultCount, 'kind' | 'member'>): string {
  return `${kind} ${member}`
}

function isRecent({ last }: FaultCount): boolean {
  return Date.parse(last) > Date.now() - RECENT
}
