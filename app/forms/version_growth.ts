import { canonicalJson } from '#app/forms/canonical'
import { versionsFull } from '#app/forms/errors'
import type { Scope } from '#app/workspaces/within'
import type { Block, FormDocument } from '#engine/document/document'
import type { Steps } from '#engine/steps'

/**
 * So many bytes the versions of a form say as far as they differ: whoever looks at its answers has all of them in memory,
 * at about 17 bytes for each.
 */
const MOST_BYTES = 12_000_000

/** And so many for each block of a version, whatever it says. */
const BYTES_OF_BLOCK = 16

/** What a version would add to those of its form. */
export interface VersionGrowth {
  /** bytes of what it says and the newest one does not */
  added: number
  blocks: number
}

/** Compares a document with the newest version of its form, a block in each step. */
export function* growthSteps(
  { blocks }: FormDocument,
  newest: FormDocument | undefined,
): Steps<VersionGrowth> {
  const said = new Map<string, string>()
  for (const block of newest?.blocks ?? []) {
    said.set(block.id, textOf(block))
    yield
  }
  let added = 0
  for (const block of blocks) {
    const text = textOf(block)
    if (said.get(block.id) !== text) added += Buffer.byteLength(text)
    yield
  }
  return { added, blocks: blocks.length }
}

function textOf(block: Block): string {
  return canonicalJson(block)
}

/** Throws 422 where the versions of a form would say more than they may. Answers whether they are about to. */
export async function refuseTooMuchGrowth(
  { trx, workspaceId }: Scope,
  formId: string,
  { added, blocks }: VersionGrowth,
): Promise<'ample' | 'scarce'> {
  const { rows } = await trx.rawQuery<{ rows: { added: number; versions: number }[] }>(
    `select coalesce(sum(added), 0)::float8 as added, count(*)::float8 as versions
     from form_versions where workspace_id = ? and form_id = ?`,
    [workspaceId, formId],
  )
  const [before] = rows
  const bytes = before.added + added + (before.versions + 1) * blocks * BYTES_OF_BLOCK
  if (bytes > MOST_BYTES) throw versionsFull(MOST_BYTES)
  return bytes > MOST_BYTES / 2 ? 'scarce' : 'ample'
}
