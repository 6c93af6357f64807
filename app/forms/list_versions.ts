import type { Scope } from '#app/workspaces/within'

/** A version in the history of a form. */
export interface VersionItem {
  number: number
  note: string | null
  withdrawn: boolean
  /** who published it; null when the account is gone */
  created_by: { id: string; name: string } | null
  created_at: string
}

interface VersionRow {
  number: number
  note: string | null
  withdrawn_at: Date | null
  created_at: Date
  user_id: string | null
  user_name: string | null
}

/** The latest thousand versions of a form, newest first, without their documents. */
export async function listVersions(scope: Scope, formId: string): Promise<VersionItem[]> {
  const { rows } = await scope.trx.rawQuery<{ rows: VersionRow[] }>(
    `select v.number, v.note, v.withdrawn_at, v.created_at, u.id as user_id, u.name as user_name
     from form_versions v left join users u on u.id = v.created_by
     where v.workspace_id = ? and v.form_id = ? order by v.number desc limit 1000`,
    [scope.workspaceId, formId],
  )
  return rows.map((row) => ({
    number: row.number,
    note: row.note,
    withdrawn: row.withdrawn_at !== null,
    created_by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    created_at: row.created_at.toISOString(),
  }))
}

/** The number that the next version of a form will have. Numbers of withdrawn ones are not used again. */
export async function nextVersion(scope: Scope, formId: string): Promise<number> {
  const { rows } = await scope.trx.rawQuery<{ rows: { number: number }[] }>(
    `select coalesce(max(number), 0) + 1 as number from form_versions where workspace_id = ? and form_id = ?`,
    [scope.workspaceId, formId],
  )
  return rows[0].number
}
