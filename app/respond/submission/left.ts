import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { fieldOf } from '#app/respond/submission/blocks'
import { keyOf } from '#app/respond/submission/claims'
import { claimsCounted } from '#app/respond/submission/count_claims'
import { within } from '#app/workspaces/within'
import type { Limit } from '@formwright/kit/field'

/** How many are left of what the fields of a form limit: by block and value. */
export type Left = Record<string, Record<string, number>>

/** A page does not wait longer for numbers, in milliseconds: it is drawn without them. */
const PATIENCE = 500

type Version = Pick<PublishedForm, 'document'>

const known = new WeakMap<Version, ReadonlyMap<string, readonly Limit[]>>()

/** What the fields of a version limit, by block. Worked out once: every visit asks for it. */
export function limitsOf(published: Version): ReadonlyMap<string, readonly Limit[]> {
  const limits =
    known.get(published) ??
    new Map(
      published.document.blocks.flatMap((block): [string, readonly Limit[]][] => {
        const own = fieldOf(block)?.limits ?? []
        return own.length > 0 ? [[block.id, own]] : []
      }),
    )
  known.set(published, limits)
  return limits
}

/** What is left of everything that a form limits now, whichever version is shown: what decides is the claim of a submission. */
export async function leftOf(form: { workspaceId: string; formId: string }, shown: Version): Promise<Left> {
  // most forms limit nothing
  if (limitsOf(shown).size === 0) return {}
  const newest = await publishedForm(form.workspaceId, form.formId)
  if (!newest) return {}
  const limits = limitsOf(newest)
  if (limits.size === 0) return {}
  if (!(await claimsCounted(form, newest, PATIENCE))) return {}
  const keys = [...limits].flatMap(([block, own]) => own.map(({ value }) => keyOf(block, value)))
  const rows = await within(form.workspaceId, async ({ trx }) => {
    const found = await trx.rawQuery<{ rows: { key: string; taken: number }[] }>(
      'select key, taken from claims where workspace_id = ? and form_id = ? and key = any(?::text[])',
      [form.workspaceId, form.formId, keys],
    )
    return found.rows
  })
  const taken = new Map(rows.map((row) => [row.key, row.taken]))
  const leftIn = (block: string, own: readonly Limit[]): [string, number][] =>
    own.map(({ value, limit }) => [value, Math.max(0, limit - (taken.get(keyOf(block, value)) ?? 0))])
  return Object.fromEntries(
    [...limits].map(([block, own]) => [block, Object.fromEntries(leftIn(block, own))]),
  )
}
