import db from '@adonisjs/lucid/services/db'
import { isUuid, LONGEST_SLUG, slugFrom } from '#app/forms/slugs'
import { slugTaken, tooManyAddresses } from '#app/forms/errors'
import type { Scope } from '#app/workspaces/within'

/** Where a form lives. `slug` is its address today; `current` tells whether it was asked for by that one. */
export interface Address {
  workspaceId: string
  formId: string
  slug: string
  current: boolean
}

interface AddressRow {
  workspace_id: string
  form_id: string
  slug: string
  current: boolean
}

/** Addresses that a form has had; all of them go on leading to it. */
const MOST_ADDRESSES = 100

const BY_SLUG = `
  select asked.workspace_id, asked.form_id, now.slug, asked.current
  from form_addresses asked
  join form_addresses now on now.form_id = asked.form_id and now.current
  where asked.slug = ?`

const BY_ID = `
  select workspace_id, form_id, slug, true as current
  from form_addresses asked
  where form_id = ? and current`

/** Looks a form up by its present or an earlier slug, or by its id, before any workspace is known. Deleted forms have no address. */
export async function addressOf(slugOrId: string): Promise<Address | undefined> {
  return lookUp(slugOrId, ' and asked.deleted_at is null')
}

/** Where a form is or was, deleted ones included: for who can show that they had begun to fill it in. */
export async function formerAddressOf(slugOrId: string): Promise<Address | undefined> {
  return lookUp(slugOrId, '')
}

async function lookUp(slugOrId: string, besides: string): Promise<Address | undefined> {
  if (slugOrId.length > LONGEST_SLUG) return undefined
  const query = (isUuid(slugOrId) ? BY_ID : BY_SLUG) + besides
  const { rows } = await db.rawQuery<{ rows: AddressRow[] }>(query, [slugOrId.toLowerCase()])
  const row = rows[0]
  if (!row) return undefined
  return { workspaceId: row.workspace_id, formId: row.form_id, slug: row.slug, current: row.current }
}

/** Gives a new form its first address and returns it. */
export async function firstAddress(scope: Scope, formId: string, title: string): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const slug = slugFrom(title)
    const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
      `insert into form_addresses (slug, form_id, workspace_id) values (?, ?, ?) on conflict do nothing`,
      [slug, formId, scope.workspaceId],
    )
    if (rowCount === 1) return slug
  }
  throw slugTaken()
}

/**
 * Makes `slug` the form's address. The old one stays its own and leads here; an earlier one of the same form may come
 * back; one of any other form, deleted ones included, is refused.
 */
export async function moveAddress(scope: Scope, formId: string, slug: string): Promise<void> {
  // looked at before anything is held: two forms that want each other's address would wait for each other
  const { rows: owners } = await scope.trx.rawQuery<{ rows: object[] }>(
    'select from form_addresses where slug = ? and form_id <> ?',
    [slug, formId],
  )
  if (owners.length > 0) throw slugTaken()
  await scope.trx.rawQuery(
    `update form_addresses set current = false where form_id = ? and current and slug <> ?`,
    [formId, slug],
  )
  const { rowCount } = await scope.trx.rawQuery<{ rowCount: number }>(
    `insert into form_addresses as address (slug, form_id, workspace_id) values (?, ?, ?)
     on conflict (slug) do update set current = true where address.form_id = excluded.form_id`,
    [slug, formId, scope.workspaceId],
  )
  if (rowCount !== 1) throw slugTaken()
  const { rows } = await scope.trx.rawQuery<{ rows: { addresses: number }[] }>(
    'select count(*)::float8 as addresses from form_addresses where form_id = ?',
    [formId],
  )
  if (rows[0].addresses > MOST_ADDRESSES) throw tooManyAddresses(MOST_ADDRESSES)
}

/** Puts the addresses of a restored form back into service. */
export async function restoreAddresses(scope: Scope, formId: string): Promise<void> {
  await scope.trx.rawQuery(`update form_addresses set deleted_at = null where form_id = ?`, [formId])
}

/** Takes a deleted form's addresses out of service; they stay taken. */
export async function silenceAddresses(scope: Scope, formId: string): Promise<void> {
  await scope.trx.rawQuery(`update form_addresses set deleted_at = now() where form_id = ?`, [formId])
}
