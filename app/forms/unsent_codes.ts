import { hasSender } from '#app/mail/sender'
import { plugins } from '#app/plugins/registry'
import type { Scope } from '#app/workspaces/within'
import type { FormDocument } from '#engine/document/document'
import { nameOf } from '#engine/document/names'
import type { DocumentProblem } from '#engine/document/problems'
import { readBlock } from '#engine/document/reading'

/** Questions whose answers are to be confirmed by a code, in a workspace that nobody sends mail for. */
export async function unsentCodes(scope: Scope, { blocks }: FormDocument): Promise<DocumentProblem[]> {
  const registry = plugins.registry()
  const asking = blocks.filter((block) => readBlock(block, registry).read.field?.confirms === 'mail')
  if (asking.length === 0 || (await hasSender(scope))) return []
  return asking.map((block) => ({
    severity: 'error',
    code: 'no-mail',
    block: block.id,
    path: 'settings',
    message: `${nameOf(block)} asks for a code by mail, and there is no mail server that could send one. Add one under Settings, Workspace, or turn the code off.`,
  }))
}
