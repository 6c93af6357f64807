import * as v from 'valibot'
import { anyJson } from '../../../../engine/document/schema.ts'
import { tellUnkept } from '../../../api/unkept.ts'
import type { Device } from './saver.ts'
import type { KeptEntry } from './store.ts'

const PREFIX = 'formwright.draft'
const TAB = 'formwright.tab'
/** in which a tab that was left has let go of its entry, on a slow machine too */
const PATIENCE_MS = 10_000

const state = v.object({
  kind: v.string(),
  parent: v.nullable(v.string()),
  position: v.string(),
  content: v.nullable(v.record(v.string(), anyJson)),
})
const keptEntries = v.array(
  v.object({
    id: v.string(),
    server: v.nullable(state),
    revision: v.number(),
    local: state,
    sent: v.array(state),
    clash: v.optional(v.boolean(), false),
  }),
)

/** What the browser did not store, by person and form: an editor that is opened again in this page has it from here. */
const inPage = new Map<string, readonly KeptEntry[]>()

/** The device's memory of one tab, and what earlier tabs of this browser left unsaved. */
export interface OpenedDevice {
  device: Device
  kept: KeptEntry[]
  /** This tab's entry may be taken over: it is closed, or its page goes. */
  letGo(): void
  /** The page came back as it was (from the browser's cache): its entry is its own again. */
  comeBack(): Promise<void>
}

/**
 * Opens the place in local storage where unconfirmed changes of one form outlive reload, crash and lost network. Each
 * tab writes its own entry and holds a lock on it; entries whose tab is gone are taken over. Where two such tabs had
 * changed the same block, one entry waits for the next time: by then the server has the other, and it is asked which
 * one stays.
 */
export async function openDevice(userId: string, formId: string): Promise<OpenedDevice> {
  const family = `${PREFIX}.${userId}.${formId}.`
  const kept = new Map((inPage.get(family) ?? []).map((entry) => [entry.id, entry]))
  const before = family + attempt(() => sessionStorage.getItem(TAB))
  // what could be stored of it is older
  if (kept.size > 0) attempt(() => localStorage.removeItem(before))
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const name = family + tab
  const come = async () => {
    attempt(() => sessionStorage.removeItem(TAB))
    return hold(name)
  }
  // held before anything is written: what nobody holds is taken over
  let release = await come()
  const device: Device = {
    keep(entries) {
      const written = write(name, entries)
      if (written) inPage.delete(family)
      else inPage.set(family, entries)
      tellUnkept(formId, !written)
      return written
    },
  }
  const take = (other: string) => {
    const entries = parse(attempt(() => localStorage.getItem(other)))
    if (entries.some(({ id }) => kept.has(id))) return
    for (const entry of entries) kept.set(entry.id, entry)
    // from one name to the other at once: whatever ends this page in between loses nothing
    attempt(() => localStorage.removeItem(other))
    device.keep([...kept.values()])
  }
  const names = (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(family))
  // what this tab left comes first
  for (const other of names.sort((a, b) => Number(b === before) - Number(a === before)))
    await whenFree(other, other === before, () => take(other))
  return {
    device,
    kept: [...kept.values()],
    letGo() {
      // noted only now: a tab that is duplicated while this one lives is not taken for its later self
      attempt(() => sessionStorage.setItem(TAB, tab))
      release()
    },
    async comeBack() {
      release = await come()
    },
  }
}

/** Uses the browser's storage. It refuses when it is full or forbidden: then the answer is undefined. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function write(name: string, entries: readonly KeptEntry[]): boolean {
  if (entries.length === 0) {
    attempt(() => localStorage.removeItem(name))
    return true
  }
  const text = JSON.stringify(entries)
  const written = attempt(() => {
    localStorage.setItem(name, text)
    return true
  })
  return written === true
}

function parse(text: string | null | undefined): KeptEntry[] {
  if (typeof text !== 'string') return []
  try {
    const result = v.safeParse(keptEntries, JSON.parse(text))
    return result.success ? result.output : []
  } catch {
    return []
  }
}

/**
 * Does something with an entry that nobody holds. An earlier self of this tab has let go of its own, and that is waited
 * for, as long as a slow machine may take; one that is held longer is another's, who came back (from the browser's cache
 * of pages). Of other tabs' entries those that are held stay theirs.
 */
async function whenFree(name: string, ownTab: boolean, work: () => void): Promise<void> {
  if (!('locks' in navigator)) return work()
  const patience = ownTab ? { signal: AbortSignal.timeout(PATIENCE_MS) } : { ifAvailable: true }
  try {
    await navigator.locks.request(name, patience, (lock) => {
      if (lock) work()
    })
  } catch (error) {
    // what storing itself does not allow is told
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
  }
}

/** Holds a name; answers how to let go of it. A browser that forbids locks forbids to store anything, too. */
async function hold(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    const forbidden = () => resolve(() => {})
    if (!('locks' in navigator)) return forbidden()
    const held = () => new Promise<void>((release) => resolve(release))
    navigator.locks.request(name, held).catch(forbidden)
  })
}
