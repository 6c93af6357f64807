import { randomUUID } from 'node:crypto'
import type { IntegrationPreview } from '#api_types/integrations'
import { draftDocument, readDraft } from '#app/forms/draft'
import { invalidSettings } from '#app/integrations/errors'
import { sampleEvent } from '#app/integrations/event'
import { kindToSet } from '#app/integrations/kinds'
import type { Scope } from '#app/workspaces/within'

/** Nobody reads more of a preview. */
const LONGEST = 65_536

/** What would arrive with these settings, drawn from the form as it is being edited and invented answers. */
export async function previewOf(
  scope: Scope,
  formId: string,
  input: { kind: string; settings: Record<string, unknown> },
): Promise<IntegrationPreview> {
  const kind = kindToSet(input.kind)
  const read = kind.read(input.settings)
  if ('refusals' in read) throw invalidSettings(read.refusals)
  const { rows } = await scope.trx.rawQuery<{
    rows: { slug: string; title: string; published_version: number | null }[]
  }>('select slug, title, published_version from forms where workspace_id = ? and id = ?', [
    scope.workspaceId,
    formId,
  ])
  const { slug = '', title = '', published_version: version = null } = rows[0] ?? {}
  const document = await draftDocument(await readDraft(scope, formId))
  const form = { workspaceId: scope.workspaceId, id: formId, slug, title }
  const sample = await sampleEvent(form, document, randomUUID(), new Date(), version ?? 0)
  const event = { ...sample, test: false }
  try {
    const { format, text } = read.bound.preview(event)
    return { preview: { format, text: text.slice(0, LONGEST) } }
  } catch (error) {
    return { fault: kind.fault(error).reason }
  }
}
