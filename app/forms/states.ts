import { type Address, addressOf } from '#app/forms/addresses'
import { Kept } from '#app/forms/kept'
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
  /** milliseconds since the epoch */
  closedAt: number | null
}

interface StateRow {
  published_version: number | null
  withdrawn_through: number
  access: FormSettings['access']
  closed_at: Date | null
}

interface Entry {
  promise: Promise<FormState | undefined>
  until: number
  /** how many changes this node had seen when the load began */
  changes: number
  form?: string
}

/** How long another node may show the state from before a change, if its notice got lost. */
const LIFETIME = 1_000

const entries = new Kept<Entry>(5_000)
const namesOf = new Map<string, Set<string>>()
let changes = 0

/**
 * The state of a form by slug or id, from the memory of this node where it is younger than a second. Changes made on
 * this node are seen at once (`forgetState` before the change is answered), those of other nodes by their notice, and
 * after a second at the latest.
 */
export function formState(slugOrId: string): Promise<FormState | undefined> {
  const kept = entries.get(slugOrId)
  if (kept && kept.until > performance.now() && (kept.form !== undefined || kept.changes === changes)) {
    return kept.promise
  }
  const entry: Entry = { promise: load(slugOrId), until: performance.now() + LIFETIME, changes }
  entries.set(slugOrId, entry)
  entry.promise.then(
    (state) => settle(slugOrId, entry, state?.formId ?? ''),
    () => entries.get(slugOrId) === entry && entries.delete(slugOrId),
  )
  return entry.promise
}

/**
 * Drops what is kept of a form. A load that is under way may have read the state from before: it still answers those
 * who asked before this moment, and nobody after.
 */
export function forgetState(formId: string): void {
  changes++
  for (const name of namesOf.get(formId) ?? []) entries.delete(name)
  namesOf.delete(formId)
}

function settle(name: string, entry: Entry, form: string): void {
  if (entry.changes !== changes) {
    if (entries.get(name) === entry) entries.delete(name)
    return
  }
  entry.form = form
  if (namesOf.size > 10_000) {
    namesOf.clear()
    entries.clear()
  }
  const names = namesOf.get(form)
  if (names) names.add(name)
  else namesOf.set(form, new Set([name]))
}

async function load(slugOrId: string): Promise<FormState | undefined> {
  const address = await addressOf(slugOrId)
  if (!address) return undefined
  return within(address.workspaceId, async (scope) => {
    const { rows } = await scope.trx.rawQuery<{ rows: StateRow[] }>(
      `select published_version, access, closed_at,
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
      closedAt: row.closed_at?.getTime() ?? null,
    }
  })
}
