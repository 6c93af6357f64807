import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorWords, type MemberFault } from '../../engine/faults.ts'
import type { Family } from './scan.ts'

/** Whose kind failed: fields and layout blocks share one namespace, the others have their own. */
export type Faulty = 'blocks' | 'integrations' | 'connections'

/** Whose kinds those of a family are. */
export function faultyOf(family: Family): Faulty {
  return family === 'fields' || family === 'layout' ? 'blocks' : family
}

/** How often a plugin threw in one of its functions, and what it said last. */
export interface FaultCount {
  of: Faulty
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

/** Writing them takes a moment: who holds the lock for so long died with it, in milliseconds. */
const LOCK = 10_000

/** A fault, as it happens. */
type NewFault = MemberFault & Pick<FaultCount, 'of' | 'version'>

/** Counts what plugins throw: for creators whose forms have such a block, and in a file for `node ace doctor`. */
export class FaultCounts {
  /** what is not written down yet */
  readonly #fresh = new Map<string, FaultCount>()
  #file: string | undefined
  #failed: (error: unknown) => void = () => undefined
  #planned: NodeJS.Timeout | undefined

  /** Goes on with what the file has, and keeps it up to date. `failed` is told when it cannot. */
  keepIn(file: string, failed: (error: unknown) => void): void {
    this.#file = file
    this.#failed = failed
  }

  /** Takes note of one. */
  note({ of, kind, version, member, error }: NewFault): void {
    const name = nameOf({ of, kind, member })
    const before = this.#fresh.get(name)
    if (!before && this.#fresh.size >= MOST) return
    const last = new Date().toISOString()
    const count = before && isRecent(before) ? before.count + 1 : 1
    // whoever reads it in a terminal is not to be told by it what to do
    const reason = errorWords(error).replace(/\p{Cc}+/gu, ' ')
    this.#fresh.set(name, { of, kind, version, member, reason, count, last })
    this.#plan()
  }

  /** Those of the last day, of every process that keeps them in the same file. */
  recent(): FaultCount[] {
    return together(this.#file ? readFaults(this.#file) : [], this.#fresh.values())
  }

  /** Writes down at once what is new: for a process that is about to end. */
  write(): void {
    if (this.#file) this.#write(this.#file)
  }

  #plan(): void {
    if (this.#file) this.#planned ??= setTimeout(() => this.#write(String(this.#file)), PACE).unref()
  }

  #write(file: string): void {
    this.#planned = undefined
    try {
      mkdirSync(dirname(file), { recursive: true })
      const done = locked(`${file}.lock`, () => {
        // whole or not at all: somebody may be reading it
        writeFileSync(`${file}.new`, JSON.stringify(this.recent(), null, 2))
        renameSync(`${file}.new`, file)
        this.#fresh.clear()
      })
      if (!done) this.#plan()
    } catch (error) {
      this.#failed(error)
    }
  }
}

/** Does it unless another process holds the lock; one that died with it holds it no longer than `LOCK`. */
function locked(lock: string, work: () => void): boolean {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && since < Date.now() - LOCK) rmSync(lock, { recursive: true, force: true })
    return false
  }
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
  return true
}

/** Counts of the same function added up, with what it said last; the newest of them. */
function together(...counts: Iterable<FaultCount>[]): FaultCount[] {
  const sums = new Map<string, FaultCount>()
  for (const fault of counts.flatMap((some) => [...some])) {
    if (!isRecent(fault)) continue
    const before = sums.get(nameOf(fault))
    const newer = before && before.last > fault.last ? before : fault
    sums.set(nameOf(fault), { ...newer, count: fault.count + (before?.count ?? 0) })
  }
  return [...sums.values()].sort((one, other) => other.last.localeCompare(one.last)).slice(0, MOST)
}

/** What a server wrote down in the last day; nothing where the file is not whole. */
export function readFaults(file: string): FaultCount[] {
  try {
    const faults: (Omit<FaultCount, 'of'> & Partial<FaultCount>)[] = JSON.parse(readFileSync(file, 'utf8'))
    // a version of the day before may have written it, which did not tell whose they are
    return faults.filter(isRecent).map((fault) => ({ of: 'blocks', ...fault }))
  } catch {
    // none yet, or the machine went down while it was written: the next fault writes it anew
    return []
  }
}

function nameOf({ of, kind, member }: Pick<FaultCount, 'of' | 'kind' | 'member'>): string {
  return `${of} ${kind} ${member}`
}

function isRecent({ last }: Pick<FaultCount, 'last'>): boolean {
  return Date.parse(last) > Date.now() - RECENT
}
