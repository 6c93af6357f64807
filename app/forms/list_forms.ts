import type { Page } from '#api_types/answer'
import type { Form, FormLook } from '#api_types/forms'
import type { Role } from '#api_types/workspaces'
import { writeCursor, readCursor } from '#app/http/cursor'
import { notFound } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'
import { emptySettings } from '#engine/document/document'

interface FormRow {
  id: string
  workspace_id: string
  slug: string
  title: string
  description: string | null
  theme: FormLook['theme'] | null
  accent: string | null
  ground: string | null
  ink: string | null
  button: string | null
  published_version: number | null
  changed: boolean
  has_password: boolean
  closed_at: Date | null
  submissions: number
  last_submission_at: Date | null
  updated_at: Date
  created_at: Date
  at: string
}

const SELECT = `
  select f.id, f.workspace_id, f.slug, f.title, f.published_version, f.closed_at, f.updated_at, f.created_at,
         f.draft_digest is distinct from f.published_digest
           or f.draft_places is distinct from f.published_places
              and draft_order(f.workspace_id, f.id) is distinct from f.published_order as changed,
         f.password_hash is not null as has_password,
         g.content ->> 'description' as description,
         d.content ->> 'theme' as theme, d.content ->> 'accent' as accent,
         d.content ->> 'ground' as ground, d.content ->> 'ink' as ink, d.content ->> 'button' as button,
         greatest(c.submissions, 0)::float8 as submissions, c.last_submission_at,
         f.updated_at::text as at
  from forms f left join form_counts c on c.workspace_id = f.workspace_id and c.form_id = f.id
    left join draft_blocks d on d.workspace_id = f.workspace_id and d.form_id = f.id
      and d.block_id = 'settings.appearance'
    left join draft_blocks g on g.workspace_id = f.workspace_id and g.form_id = f.id and g.block_id = 'settings.general'`

const UNTOUCHED = emptySettings('').appearance

/** One form. 404 when it was deleted. */
export async function showForm(scope: Scope, formId: string, role: Role): Promise<Form> {
  const { rows } = await scope.trx.rawQuery<{ rows: FormRow[] }>(
    `${SELECT} where f.workspace_id = ? and f.id = ? and f.deleted_at is null`,
    [scope.workspaceId, formId],
  )
  if (!rows[0]) throw notFound()
  return toItem(rows[0], role)
}

/** The forms of a workspace, the one worked on last first. `cursor` is the `next_cursor` of the page before. */
export async function listForms(
  scope: Scope,
  role: Role,
  { limit, cursor, search }: { limit: number; cursor?: unknown; search?: string },
): Promise<Page<Form>> {
  const after = readCursor(cursor)
  const { rows } = await scope.trx.rawQuery<{ rows: FormRow[] }>(
    `${SELECT}
     where f.workspace_id = ? and f.deleted_at is null
       and (? = '' or (f.updated_at, f.id) < (nullif(?, '')::timestamptz, nullif(?, '')::uuid))
       and strpos(lower(f.title), lower(?)) > 0
     order by f.updated_at desc, f.id desc limit ?`,
    [scope.workspaceId, after?.at ?? '', after?.at ?? '', after?.id ?? '', search ?? '', limit + 1],
  )
  const page = rows.slice(0, limit)
  const last = page[page.length - 1]
  return {
    data: page.map((row) => toItem(row, role)),
    next_cursor: rows.length > limit ? writeCursor(last) : null,
  }
}

function lookOf({ theme, accent, ground, ink, button }: FormRow): FormLook {
  return {
    theme: theme ?? UNTOUCHED.theme,
    accent: accent ?? UNTOUCHED.accent,
    ...(ground !== null && { ground }),
    ...(ink !== null && { ink }),
    ...(button !== null && { button }),
  }
}

function toItem(row: FormRow, role: Role): Form {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    look: lookOf(row),
    state: row.published_version === null ? 'draft' : row.closed_at ? 'closed' : 'published',
    published_version: row.published_version,
    has_unpublished_changes: row.changed,
    has_password: row.has_password,
    submissions: row.submissions,
    last_submission_at: row.last_submission_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    created_at: row.created_at.toISOString(),
    role,
  }
}
