import type { Changes, NamedBlock } from '#api_types/drafts'
import { canonicalJson } from '#app/forms/canonical'
import type { Scope } from '#app/workspaces/within'
import type { Block, FormDocument, FormSettings } from '#engine/document/document'
import { asWords } from '#engine/document/names'

interface PublishedRow {
  document: FormDocument
  access: FormSettings['access']
}

/** Compares a draft with what is published. */
export async function changesSince(scope: Scope, formId: string, draft: FormDocument): Promise<Changes> {
  const { rows } = await scope.trx.rawQuery<{ rows: PublishedRow[] }>(
    `select v.document, f.access from forms f
     join form_versions v
       on v.workspace_id = f.workspace_id and v.form_id = f.id and v.number = f.published_version
     where f.workspace_id = ? and f.id = ?`,
    [scope.workspaceId, formId],
  )
  const published = rows[0]
  if (!published) return { added: draft.blocks.map(named), changed: [], removed: [], settings: [] }
  const { document, access } = published
  return compareDocuments({ ...document, settings: { ...document.settings, access } }, draft)
}

/** The differences between two states of a form. */
function compareDocuments(before: FormDocument, after: FormDocument): Changes {
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const now = new Map(after.blocks.map((block) => [block.id, block]))
  const order = (blocks: Block[], other: Map<string, Block>) =>
    blocks.filter((block) => other.has(block.id)).map((block) => block.id)
  const groups: (keyof FormSettings)[] = ['general', 'access', 'appearance', 'sending']
  const settings: string[] = groups.filter((group) => differ(before.settings[group], after.settings[group]))
  if (differ(order(before.blocks, now), order(after.blocks, old))) settings.push('order')
  return {
    added: after.blocks.filter((block) => !old.has(block.id)).map(named),
    changed: after.blocks.filter((block) => old.has(block.id) && differ(old.get(block.id), block)).map(named),
    removed: before.blocks.filter((block) => !now.has(block.id)).map(named),
    settings,
  }
}

function differ(a: unknown, b: unknown): boolean {
  return canonicalJson(a) !== canonicalJson(b)
}

function named(block: Block): NamedBlock {
  return { block_id: block.id, label: block.label || asWords(block.key ?? block.kind) }
}
