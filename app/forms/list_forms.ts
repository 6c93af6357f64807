import type { Page } from '#api_types/answer'
import type { Form, FormLook } from '#api_types/forms'
import type { Role } from '#api_types/workspaces'
import { isTime, readCursor, writeCursor } from '#app/http/cursor'
import { FieldErrors, notFound } from '#app/http/errors'
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
         greatest(c.submissions, 0)::float8 as submissions, c.last_submission_at`
const COUNTED = 'from forms f left join form_counts c on c.workspace_id = f.workspace_id and c.form_id = f.id'
const FROM = `
  ${COUNTED}
    left join draft_blocks d on d.workspace_id = f.workspace_id and d.form_id = f.id
      and d.block_id = 'settings.appearance'
    left join draft_blocks g on g.workspace_id = f.workspace_id and g.form_id = f.id and g.block_id = 'settings.general'`

const UNTOUCHED = emptySettings('').appearance

/** One form. 404 when it was deleted. */
export async function showForm(scope: Scope, formId: string, role: Role): Promise<Form> {
  const { rows } = await scope.trx.rawQuery<{ rows: FormRow[] }>(
    `${SELECT} ${FROM} where f.workspace_id = ? and f.id = ? and f.deleted_at is null`,
    [scope.workspaceId, formId],
  )
  if (!rows[0]) throw notFound()
  return toItem(rows[0], role)
}

const LAST_ANSWER = `coalesce(c.last_submission_at, 'epoch')`

/** The orders of the list: what they go by, and how a cursor says it. */
const SORTS = {
  changed: { key: 'f.updated_at', given: `nullif(?, '')::timestamptz`, reads: isTime, down: true },
  title: { key: 'f.title collate by_name', given: '?::text', reads: isTitle, down: false },
  submissions: {
    key: 'greatest(c.submissions, 0)',
    given: `nullif(?, '')::bigint`,
    reads: isCount,
    down: true,
  },
  answered: { key: LAST_ANSWER, given: `nullif(?, '')::timestamptz`, reads: isTime, down: true },
  created: { key: 'f.created_at', given: `nullif(?, '')::timestamptz`, reads: isTime, down: true },
} as const

type Sort = keyof typeof SORTS

/** Words of a search: each is looked for in all forms. */
const MOST_WORDS = 40

/** What of the list is asked for. */
interface AskedForms {
  limit: number
  /** `next_cursor` of the page before */
  cursor?: unknown
  /** words that the title or the address has, whatever their order, case and accents */
  search?: string
  sort?: unknown
}

/** The forms of a workspace, the one worked on last first unless another order is asked for. */
export async function listForms(
  scope: Scope,
  role: Role,
  { limit, cursor, search, sort }: AskedForms,
): Promise<Page<Form>> {
  const { key, given, reads, down } = SORTS[sortOf(sort)]
  const after = readCursor(cursor, reads)
  const direction = down ? 'desc' : 'asc'
  const { rows } = await scope.trx.rawQuery<{ rows: FormRow[] }>(
    // how they look is read of this page only: of ten thousand forms that took longer than all the rest
    `with page as materialized (
       select f.id ${COUNTED}
       where f.workspace_id = ? and f.deleted_at is null
         and (? = '' or (${key}, f.id) ${down ? '<' : '>'} (${given}, nullif(?, '')::uuid))
         and unaccent(lower(f.title || ' ' || f.slug)) like all (array(
           select '%' || unaccent(lower(word)) || '%' from unnest(?::text[]) as word))
       order by ${key} ${direction}, f.id ${direction} limit ?
     )
     ${SELECT}, (${key})::text as at ${FROM}
     where f.workspace_id = ? and f.id = any (array(select id from page))
     order by ${key} ${direction}, f.id ${direction}`,
    [
      ...[scope.workspaceId, after?.id ?? '', after?.at ?? '', after?.id ?? '', wordsOf(search ?? '')],
      ...[limit + 1, scope.workspaceId],
    ],
  )
  const page = rows.slice(0, limit)
  const last = page[page.length - 1]
  return {
    data: page.map((row) => toItem(row, role)),
    next_cursor: rows.length > limit ? writeCursor(last) : null,
  }
}

function sortOf(asked: unknown): Sort {
  if (asked === undefined) return 'changed'
  const sort = Object.keys(SORTS).find((name): name is Sort => name === asked)
  if (sort) return sort
  const message = `“sort” is one of ${Object.keys(SORTS).join(', ')}.`
  throw new FieldErrors('E_VALIDATION', message, { sort: [message] })
}

/** As patterns. */
function wordsOf(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length > MOST_WORDS) {
    const message = `A search has up to ${MOST_WORDS} words.`
    throw new FieldErrors('E_VALIDATION', message, { search: [message] })
  }
  return words.map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

function isCount(at: string): boolean {
  return /^\d{1,18}$/.test(at)
}

/** The database has no place for the character 0. */
function isTitle(at: string): boolean {
  return !at.includes('\0')
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
