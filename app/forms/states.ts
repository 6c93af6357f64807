import { LRUCache } from 'lru-cache'
import { type Address, addressOf } from '#app/forms/addresses'
import { noteOwner } from '#app/http/entrance'
import { within } from '#app/workspaces/within'
import type { FormSettings } from '#engine/document/document'

/** What the public side must know of a form before anything else: where it is, whether it is open, how. */
export interface FormState extends Address {
  /** null while the form is a draft */
  publishedVersion: number | null
  /** versions up to this number were withdrawn: posts against them are not judged any more */
  withdrawnThrough: number
  /** access settings of the newest published version (docs/decisions.md: Versions) */
  access: FormSettings['access']
  /** of the password it asks for */
  passwordHash: string | null
  /** milliseconds since the epoch */
  closedAt: number | null
}

interface StateRow {
  published_version: number | null
  withdrawn_through: number
  access: FormSettings['access']
  password_hash: string | null
  closed_at: Date | null
}

interface Entry {
  state: Promise<FormState | undefined>
  /** what was found; undefined while the state is being loaded */
  form?: { id: string }
  /** it grows old, and is being read anew */
  renewed?: boolean
}

/** What was found last, however long ago, for what is said while the database is away. Nothing is decided by it. */
const lastKnown = new LRUCache<string, FormState>({ max: 5_000 })

/** How long this node may show the state from before another's change, if its notice got lost, in milliseconds. */
const SHOWN_FOR = 1_000
/** A state that is asked for when it is older than this is read anew beside, so that hardly anybody waits for it. */
const FRESH_FOR = 500

const stateCache = new LRUCache<string, Entry>({ max: 5_000, ttl: SHOWN_FOR })

/**
 * The state of a form by slug or id, from the memory of this node where it is younger than a second. Changes made on
 * this node are seen at once (`forgetState` before the change is answered), those of other nodes by their notice, and
 * after a second at the latest. Of a name that leads to no form nothing is kept.
 */
export function formState(slugOrId: string): Promise<FormState | undefined> {
  const cached = stateCache.get(slugOrId)
  if (!cached) return keep(slugOrId, { state: load(slugOrId) })
  if (!cached.renewed && stateCache.getRemainingTTL(slugOrId) < SHOWN_FOR - FRESH_FOR) renew(slugOrId, cached)
  return cached.state
}

/** Keeps what is being read, from `start` on (as `performance.now()`), and drops it where there is no form. */
function keep(name: string, entry: Entry, start = performance.now()): Promise<FormState | undefined> {
  stateCache.set(name, entry, { start })
  entry.state.then(
    (state) => {
      if (!state) return forgetName(name, entry)
      entry.form = { id: state.formId }
      lastKnown.set(name, state)
      noteOwner(name, state.workspaceId)
    },
    () => stateCache.peek(name) === entry && stateCache.delete(name),
  )
  return entry.state
}

/** Reads a state anew while the one from before is shown; not kept when that one was forgotten in between. */
function renew(name: string, shown: Entry): void {
  shown.renewed = true
  const start = performance.now()
  const state = load(name)
  state.then(
    () => stateCache.peek(name) === shown && void keep(name, { state }, start),
    // it is shown until its time is over, and read by whoever comes then
    () => undefined,
  )
}

/** Names that lead nowhere are endless: they must not take the places of those that do. */
function forgetName(name: string, entry: Entry): void {
  lastKnown.delete(name)
  if (stateCache.peek(name) === entry) stateCache.delete(name)
}

/** The state of a form as this node last knew it, by the name it was asked by; undefined when it never was. */
export function lastKnownState(slugOrId: string): FormState | undefined {
  return lastKnown.get(slugOrId)
}

/**
 * Drops what is cached of a form, by all its names. A load that is under way may have read the state from before: it
 * still answers those who asked before this moment, and nobody after.
 */
export function forgetState(formId: string): void {
  for (const [name, { form }] of stateCache.entries()) {
    if (!form || form.id === formId) stateCache.delete(name)
  }
  for (const [name, state] of lastKnown.entries()) {
    if (state.formId === formId) lastKnown.delete(name)
  }
}

async function load(slugOrId: string): Promise<FormState | undefined> {
  const address = await addressOf(slugOrId)
  if (!address) return undefined
  return within(address.workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: StateRow[] }>(
      `select published_version, access, password_hash, closed_at,
              coalesce((select max(number) from form_versions v
                        where v.workspace_id = f.workspace_id and v.form_id = f.id and v.withdrawn_at is not null), 0)
                as withdrawn_through
       from forms f where workspace_id = ? and id = ? and deleted_at is null`,
      [address.workspaceId, address.formId],
    )
    const row = rows[0]
    if (!row) return undefined
    return {
      ...address,
      publishedVersion: row.published_version,
      withdrawnThrough: row.withdrawn_through,
      access: row.access,
      passwordHash: row.password_hash,
      closedAt: row.closed_at?.getTime() ?? null,
    }
  })
}
