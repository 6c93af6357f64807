import * as v from 'valibot'
import type { Json } from '../../../../engine/document/document.ts'
import type { Device } from './saver.ts'
import type { KeptEntry } from './store.ts'

const PREFIX = 'formwright.draft'
const TAB = 'formwright.tab'
const OWN_TAB_WAIT_MS = 1_500

const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
)
const state = v.object({
  kind: v.string(),
  parent: v.nullable(v.string()),
  position: v.string(),
  content: v.nullable(v.record(v.string(), json)),
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

/** The device's memory of one tab, and what earlier tabs of this browser left unsaved. */
export interface OpenedDevice {
  device: Device
  kept: KeptEntry[]
  close(): void
}

/**
 * Opens the place in local storage where unconfirmed changes of one form outlive reload, crash and lost network. Each
 * tab writes its own entry and holds a lock on it; entries whose tab is gone are taken over. Where two such tabs had
 * changed the same block, one entry waits for the next time: by then the server has the other, and it is asked which
 * one stays.
 */
export async function openDevice(userId: string, formId: string): Promise<OpenedDevice> {
  const family = `${PREFIX}.${userId}.${formId}.`
  const kept = new Map<string, KeptEntry>()
  const own = family + attempt(() => sessionStorage.getItem(TAB))
  const names = (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(family))
  // what this tab left comes first
  for (const name of names.sort((a, b) => Number(b === own) - Number(a === own))) {
    if (!(await ownerIsGone(name, name === own))) continue
    const entries = parse(attempt(() => localStorage.getItem(name)))
    if (entries.some(({ id }) => kept.has(id))) continue
    for (const entry of entries) kept.set(entry.id, entry)
    attempt(() => localStorage.removeItem(name))
  }
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  attempt(() => sessionStorage.setItem(TAB, tab))
  const name = family + tab
  const release = hold(name)
  const device: Device = { keep: (entries) => write(name, entries) }
  // written down again under this tab's name before anything else can go wrong
  device.keep([...kept.values()])
  return { device, kept: [...kept.values()], close: release }
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

/** Whether the tab that wrote this entry is gone. Our own earlier self may need a moment to go. */
async function ownerIsGone(name: string, ownTab: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return true
  if (!ownTab)
    return navigator.locks.request(name, { ifAvailable: true }, (lock) => Promise.resolve(lock !== null))
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(OWN_TAB_WAIT_MS) }, () => true)
  } catch {
    return false
  }
}

function hold(name: string): () => void {
  if (!('locks' in navigator)) return () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks.request(name, () => held)
  return () => release()
}
