import type { LibraryFile, MediaLibrary } from '#api_types/media'
import { usedMedia } from '#app/files/media/errors'
import { type MediaRow, shown } from '#app/files/media/media_row'
import { roomOf } from '#app/files/media/room'
import { MAX_BYTES, PICTURES, type MediaUse } from '#app/files/media/take_media'
import { readCursor, writeCursor } from '#app/http/cursor'
import { notFound } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'

/** What of a form's media files is asked for. */
export interface Wanted {
  limit: number
  /** `next_cursor` of the page before, or nothing */
  cursor?: unknown
  /** a part of the name */
  name: string
  /** for a picture: only what may be one */
  use: MediaUse
  /** beginnings of the types; none: all */
  types: string[]
}

interface ListedRow extends MediaRow {
  at: string
  in_versions: boolean
  elsewhere: boolean
}

/** Ids of what the draft of a form shows, and of what its versions show: each has the workspace and the form once. */
const IN_DRAFT = `select unnest(media) as id from draft_blocks where workspace_id = ? and form_id = ? and media <> '{}'`
const IN_VERSIONS = `select unnest(media) as id from form_versions where workspace_id = ? and form_id = ? and media <> '{}'`

/** Another form than this one shows the media file `m`. */
const ELSEWHERE = ['draft_blocks', 'form_versions']
  .map(
    (table) =>
      `exists (select from ${table} t where t.workspace_id = m.workspace_id and t.form_id <> ?
         and t.media <> '{}' and t.media @> array[m.id])`,
  )
  .join(' or ')

/**
 * Notes that a media file was uploaded into a form, now. In a transaction of its own: who stores a draft holds the form and
 * waits for the room of the workspace, which an upload holds.
 */
export async function noteUpload({ trx, workspaceId }: Scope, formId: string, id: string): Promise<void> {
  await trx.rawQuery(
    `insert into form_media (workspace_id, form_id, media_id) values (?, ?, ?)
     on conflict (workspace_id, form_id, media_id) do update set uploaded_at = now()`,
    [workspaceId, formId, id],
  )
}

/** The media files that were uploaded into a form, or that its draft or a version shows, newest first. */
export async function listMedia(scope: Scope, formId: string, wanted: Wanted): Promise<MediaLibrary> {
  const { workspaceId } = scope
  const { limit, name, use, types } = wanted
  const after = readCursor(wanted.cursor)
  const form = [workspaceId, formId]
  const { rows } = await scope.trx.rawQuery<{ rows: ListedRow[] }>(
    `select m.id, m.sha256, m.name, m.type, m.size::float8 as size, m.width, m.height, since.at::text as at,
       m.id in (${IN_VERSIONS}) as in_versions, ${ELSEWHERE} as elsewhere
     from (
       select id, max(at) as at from (
         select media_id as id, uploaded_at as at from form_media where workspace_id = ? and form_id = ?
         union all select id, null from (${IN_DRAFT}) as shown
         union all select id, null from (${IN_VERSIONS}) as published
       ) as named group by id
     ) as listed
     join media m on m.workspace_id = ? and m.id = listed.id
     cross join lateral (select coalesce(listed.at, m.created_at) as at) as since
     where (? = '' or (since.at, m.id) < (nullif(?, '')::timestamptz, nullif(?, '')::uuid))
       and strpos(lower(m.name), lower(?)) > 0
       and (? = 'file' or (m.type = any(?::text[]) and m.size <= ?))
       and (cardinality(?::text[]) = 0 or exists (select from unnest(?::text[]) t where starts_with(m.type, t)))
     order by since.at desc, m.id desc
     limit ?`,
    [
      ...[...form, formId, formId, ...form, ...form, ...form, workspaceId],
      ...[after?.at ?? '', after?.at ?? '', after?.id ?? '', name],
      ...[use, [...PICTURES], MAX_BYTES.image, types, types, limit + 1],
    ],
  )
  const page = rows.slice(0, limit)
  return {
    data: page.map(listedFile),
    next_cursor: rows.length > limit ? writeCursor(page[page.length - 1]) : null,
    room: await roomOf(scope),
  }
}

function listedFile({ in_versions, elsewhere, ...row }: ListedRow): LibraryFile {
  return { ...shown(row), id: row.id, in_versions, elsewhere }
}

/**
 * Takes a media file out of what a form offers. One that nothing shows in the whole workspace is collected within a day,
 * as any other: until then steps of undo that bring it back find it.
 */
export async function leaveOut({ trx, workspaceId }: Scope, formId: string, id: string): Promise<void> {
  const form = [workspaceId, formId]
  const { rows } = await trx.rawQuery<{ rows: { used: boolean }[] }>(
    `select m.id in (${IN_DRAFT}) or m.id in (${IN_VERSIONS}) as used
     from media m where m.workspace_id = ? and m.id = ?`,
    [...form, ...form, workspaceId, id],
  )
  if (rows[0]?.used) throw usedMedia()
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    'delete from form_media where workspace_id = ? and form_id = ? and media_id = ?',
    [...form, id],
  )
  if (rowCount === 0) throw notFound()
}
