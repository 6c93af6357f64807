import { within } from '#app/workspaces/within'

/**
 * What a post says, for telling a repeat from something new: each file is named by its content. A browser that posts a
 * page a second time sends its files again, and they get other ids.
 */
export async function postedContent(
  form: { workspaceId: string; formId: string },
  uploadKey: string,
  raws: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const ids = [...new Set(Object.values(raws).flatMap(idsIn))]
  if (ids.length === 0) return { raws }
  const prints = await within(form.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string; sha256: string }[] }>(
      `select id, sha256 from files
       where workspace_id = ? and form_id = ? and upload_key = ? and id = any(?::uuid[])`,
      [form.workspaceId, form.formId, uploadKey, ids],
    )
    return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
  })
  const named = Object.entries(raws).map(([block, raw]) => [block, namedIn(raw, prints)] as const)
  return { raws: Object.fromEntries(named) }
}

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i

function idsIn(raw: unknown): string[] {
  return Array.isArray(raw) ? raw.filter(isReference).map(({ id }) => id) : []
}

function isReference(item: unknown): item is { id: string } {
  if (typeof item !== 'object' || item === null || !('id' in item)) return false
  return typeof item.id === 'string' && UUID.test(item.id)
}

function namedIn(raw: unknown, prints: ReadonlyMap<string, string>): unknown {
  if (!Array.isArray(raw)) return raw
  return raw.map((item: unknown) =>
    isReference(item) ? { ...item, id: prints.get(item.id) ?? item.id } : item,
  )
}
