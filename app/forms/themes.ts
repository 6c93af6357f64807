import type { Theme } from '#api_types/themes'
import { CodedError, FieldErrors } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'
import type { Look } from '#engine/document/document'
import { lookContent } from '#engine/document/schema'
import { byName } from '@formwright/kit/by_name'
import { refusalsOf } from '@formwright/kit/refusals'
import * as v from 'valibot'

/** Most themes of a workspace. */
const MOST = 100

/** Somebody else deleted it meanwhile, or it never was. */
function noTheme(): CodedError {
  return new CodedError('E_NO_THEME', 404, 'This theme is not there any more. Save the look as a new one.')
}

/** What may be stored as a look. Throws what is wrong with it, by place. */
export function readLook(input: unknown): Look {
  const read = v.safeParse(lookContent, input)
  if (read.success) return read.output
  const refusals = refusalsOf(read.issues, lookContent)
  throw new FieldErrors(
    'E_VALIDATION',
    `The look cannot be kept: ${refusals[0].message}`,
    Object.fromEntries(refusals.map(({ path, message }) => [`look.${path}`, [message]])),
  )
}

/** The themes of a workspace, by name. */
export async function listThemes({ trx, workspaceId }: Scope): Promise<Theme[]> {
  const { rows } = await trx.rawQuery<{ rows: Theme[] }>(
    'select id, name, look from themes where workspace_id = ? order by id limit ?',
    [workspaceId, MOST],
  )
  return rows.sort((one, other) => byName(one.name, other.name))
}

/** Keeps a look by name. */
export async function addTheme(scope: Scope, name: string, look: Look): Promise<Theme> {
  const { trx, workspaceId } = scope
  await refuseName(scope, name)
  const { rows } = await trx.rawQuery<{ rows: Theme[] }>(
    `insert into themes (workspace_id, name, look)
     select ?, ?, ? where (select count(*) from themes where workspace_id = ?) < ?
     returning id, name, look`,
    [workspaceId, name, JSON.stringify(look), workspaceId, MOST],
  )
  if (!rows[0]) {
    throw new CodedError('E_TOO_MANY', 422, `A workspace keeps up to ${MOST} themes. Delete one first.`)
  }
  return rows[0]
}

/** Gives a theme another name, another look, or both. Forms that took it over stay as they are. */
export async function changeTheme(
  scope: Scope,
  id: string,
  { name, look }: { name?: string; look?: Look },
): Promise<Theme> {
  const { trx, workspaceId } = scope
  if (name !== undefined) await refuseName(scope, name, id)
  const { rows } = await trx.rawQuery<{ rows: Theme[] }>(
    `update themes set name = coalesce(nullif(?, ''), name), look = coalesce(nullif(?, '')::jsonb, look), updated_at = now()
     where workspace_id = ? and id = ? returning id, name, look`,
    [name ?? '', look === undefined ? '' : JSON.stringify(look), workspaceId, id],
  )
  if (!rows[0]) throw noTheme()
  return rows[0]
}

/** Forgets a theme. */
export async function removeTheme({ trx, workspaceId }: Scope, id: string): Promise<void> {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    'delete from themes where workspace_id = ? and id = ?',
    [workspaceId, id],
  )
  if (rowCount !== 1) throw noTheme()
}

/** Two names that differ in capitals alone are one. Names are given one after the other, so that the answer holds. */
async function refuseName({ trx, workspaceId }: Scope, name: string, but?: string): Promise<void> {
  await trx.rawQuery('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`themes ${workspaceId}`])
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    'select 1 from themes where workspace_id = ? and lower(name) = lower(?) and id::text <> ?',
    [workspaceId, name, but ?? ''],
  )
  if (rows.length === 0) return
  const message = `There is a theme called “${name}”. Enter another name.`
  throw new FieldErrors('E_NAME_TAKEN', message, { name: [message] })
}
