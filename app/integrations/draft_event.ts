import { randomUUID } from 'node:crypto'
import { draftDocument, readDraft } from '#app/forms/draft'
import { sampleEvent } from '#app/integrations/event'
import { type Scope, within } from '#app/workspaces/within'
import type { IntegrationEvent } from '@formwright/kit/integration'

interface FormRow {
  slug: string
  title: string
  published_version: number | null
}

/** An event that did not happen: the fields of a form as it is being edited, with invented answers. */
export async function draftEvent(workspaceId: string, formId: string): Promise<IntegrationEvent> {
  // the work on what was read may wait in line: no transaction is open meanwhile
  const { row, draft } = await within(workspaceId, async (scope) => ({
    row: await formRow(scope, formId),
    draft: await readDraft(scope, formId),
  }))
  const { slug = '', title = '', published_version: version = null } = row ?? {}
  const form = { workspaceId, id: formId, slug, title }
  return sampleEvent(form, await draftDocument(draft), randomUUID(), new Date(), version ?? 0)
}

async function formRow(scope: Scope, formId: string): Promise<FormRow | undefined> {
  const { rows } = await scope.trx.rawQuery<{ rows: FormRow[] }>(
    'select slug, title, published_version from forms where workspace_id = ? and id = ?',
    [scope.workspaceId, formId],
  )
  return rows[0]
}
