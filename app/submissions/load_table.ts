import { LRUCache } from 'lru-cache'
import { plugins } from '#app/plugins/registry'
import { type Table, tableOf } from '#app/submissions/columns'
import type { Scope } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import { wholeDocument } from '#engine/document/reading'

const LARGEST = 128 * 1024 * 1024
/** Tables of forms, by the text of their versions, which they hold: about ten times what it takes in the database. */
const tableCache = new LRUCache<string, Table>({ maxSize: LARGEST })

/** The table of a form over its versions up to `upTo`, made once per newest version: versions never change. */
export async function loadTable(scope: Scope, formId: string, upTo = 2_147_483_647): Promise<Table> {
  const registry = plugins.registry()
  const { rows: newest } = await scope.trx.rawQuery<{ rows: { number: number }[] }>(
    `select coalesce(max(number), 0) as number from form_versions where workspace_id = ? and form_id = ? and number <= ?`,
    [scope.workspaceId, formId, upTo],
  )
  const key = `${scope.workspaceId}/${formId}/${newest[0].number}/${registry.fingerprint}`
  const cached = tableCache.get(key)
  if (cached) return cached
  const { rows } = await scope.trx.rawQuery<{
    rows: { number: number; document: FormDocument; bytes: number }[]
  }>(
    `select number, document, pg_column_size(document)::float8 as bytes from form_versions
     where workspace_id = ? and form_id = ? and number <= ? order by number desc`,
    [scope.workspaceId, formId, upTo],
  )
  const versions = rows.map(({ number, document }) => {
    return { number, document: wholeDocument(document, registry) }
  })
  const table = tableOf(versions, registry)
  const bytes = rows.reduce((sum, row) => sum + row.bytes * 10, 10_000)
  // a form that is larger than that by itself is about to be looked at all the same
  tableCache.set(key, table, { size: Math.min(bytes, LARGEST) })
  return table
}
