import { hashOfCaller } from '#app/http/caller'
import type { Scope } from '#app/workspaces/within'

/** Where a file belongs: a field of a form, and the stay that may claim it. */
export interface Place {
  workspaceId: string
  formId: string
  blockId: string
  uploadKey: string
  /** who sends it: an address */
  by: string
}

/** How many pending files one stay may have in one field, beyond what the field takes: for those chosen again. */
const SPARE = 20

/** This stay has put too many files aside already. */
export class TooManyFiles extends Error {}

interface NewFile {
  storageKey: string
  name: string
  type: string
  size: number
  sha256: string
  /** of one that comes in pieces: how many bytes it will have */
  expected?: number
}

/** Writes the row of a file that came, or begins to; gives its id. Throws `TooManyFiles`. */
export async function noteFile(
  { trx }: Scope,
  place: Place,
  { storageKey, name, type, size, sha256, expected }: NewFile,
  maxCount: number,
): Promise<string> {
  const { workspaceId, formId, blockId, uploadKey } = place
  // who knows the id of an unfinished one may add to it: no part of that can be guessed
  const state =
    expected === undefined ? `uuidv7(), 'pending', null, null` : `gen_random_uuid(), 'unfinished', ?, now()`
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `insert into files
       (workspace_id, form_id, block_id, upload_key, uploaded_from, storage_key, name, type, size, sha256,
        id, status, expected, piece_at)
     select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${state}
     where (select count(*) from files where workspace_id = ? and form_id = ? and upload_key = ? and block_id = ?
            and status in ('unfinished', 'pending')) < ?
     returning id`,
    [
      ...[
        workspaceId,
        formId,
        blockId,
        uploadKey,
        hashOfCaller(place.by),
        storageKey,
        name,
        type,
        size,
        sha256,
      ],
      ...(expected === undefined ? [] : [expected]),
      ...[workspaceId, formId, uploadKey, blockId, maxCount + SPARE],
    ],
  )
  const [row] = rows
  if (!row) throw new TooManyFiles()
  return row.id
}
