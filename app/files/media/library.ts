import type { LibraryFile, MediaLibrary } from '#api_types/media'
import { usedMedia } from '#app/files/media/errors'
import { type MediaRow, shown } from '#app/files/media/media_row'
import { roomOf } from '#app/files/media/room'
import { notFound } from '#app/http/errors'
import type { Scope } from '#app/workspaces/within'

/** What of a form's media files is asked for. */
export interface Wanted {
  limit: number
  /** the id of the last one that is known, or nothing */
  cursor: string
  /** a part of the name */
  name: string
  /** beginnings of the types; none: all */
  types: string[]
}

/** Ids of what the draft of a form shows, and of what its versions show: the form stands twice, with its workspace. */
const IN_DRAFT = `select unnest(media) from draft_blocks where workspace_id = ? and form_id = ? and media <> '{}'`
const IN_VERSIONS = `select unnest(media) from form_versions where workspace_id = ? and form_id = ? and media <> '{}'`

/**
 * Notes that a media file was uploaded into a form. In a transaction of its own: who stores a draft holds the form and
 * waits for the room of the workspace, which an upload holds.
 */
export async function noteUpload({ trx, workspaceId }: Scope, formId: string, id: string): Promise<void> {
  await trx.rawQuery(
    `insert into form_media (workspace_id, form_id, media_id) values (?, ?, ?) on conflict do nothing`,
    [workspaceId, formId, id],
  )
}

/** The media files that were uploaded into a form, or that its draft or a version shows, newest first. */
export async function listMedia(scope: Scope, formId: string, wanted: Wanted): Promise<MediaLibrary> {
  const { trx, workspaceId } = scope
  const { limit, cursor, name, types } = wanted
  const form = [workspaceId, formId]
  const { rows } = await trx.rawQuery<{ rows: (MediaRow & { in_versions: boolean })[] }>(
    `select m.id, m.sha256, m.name, m.type, m.size::float8 as size, m.width, m.height,
       m.id in (${IN_VERSIONS}) as in_versions
     from media m
     where m.workspace_id = ?
       and (m.id in (select media_id from form_media where workspace_id = ? and form_id = ?)
         or m.id in (${IN_DRAFT}) or m.id in (${IN_VERSIONS}))
       and (? = '' or (m.created_at, m.id) <
         (select c.created_at, c.id from media c where c.workspace_id = ? and c.id = nullif(?, '')::uuid))
       and position(lower(?) in lower(m.name)) > 0
       and (cardinality(?::text[]) = 0 or exists (select from unnest(?::text[]) t where starts_with(m.type, t)))
     order by m.created_at desc, m.id desc
     limit ?`,
    [
      ...[...form, workspaceId, ...form, ...form, ...form],
      ...[cursor, workspaceId, cursor, name, types, types, limit + 1],
    ],
  )
  const data = rows
    .slice(0, limit)
    .map(({ in_versions, ...row }): LibraryFile => ({ ...shown(row), id: row.id, in_versions }))
  return {
    data,
    next_cursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null,
    room: await roomOf(scope),
  }
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
