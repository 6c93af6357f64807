import { randomUUID } from 'node:crypto'
import { draftDocument, readDraft } from '#app/forms/draft'
import { sampleEvent } from '#app/integrations/event'
import type { Integration } from '#app/integrations/integration'
import { bindStored, installedKind } from '#app/integrations/kinds'
import type { Scope } from '#app/workspaces/within'

/**
 * Puts a test in line: an event with the fields of the draft and invented answers. It is tried once, whether or not the
 * integration is on. Answers its id.
 */
export async function addTest(scope: Scope, integration: Integration): Promise<string> {
  const bound = bindStored(installedKind(integration.kind), integration)
  const { rows } = await scope.trx.rawQuery<{
    rows: { slug: string; title: string; published_version: number | null }[]
  }>('select slug, title, published_version from forms where workspace_id = ? and id = ?', [
    scope.workspaceId,
    integration.formId,
  ])
  const { slug = '', title = '', published_version: version = null } = rows[0] ?? {}
  const document = await draftDocument(await readDraft(scope, integration.formId))
  const submissionId = randomUUID()
  const event = await sampleEvent(
    { workspaceId: scope.workspaceId, id: integration.formId, slug, title },
    document,
    submissionId,
    new Date(),
    version ?? 0,
  )
  const { rows: made } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, test, body, endpoint)
     values (?, ?, ?, ?, ?, ?, true, ?, ?) returning id`,
    [
      scope.workspaceId,
      integration.formId,
      integration.id,
      event.name,
      // a test has no row in the outbox: its own id stands for it
      randomUUID(),
      submissionId,
      bound.body(event),
      bound.endpoint() || integration.id,
    ],
  )
  return made[0]?.id ?? ''
}
