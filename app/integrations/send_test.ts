import { randomUUID } from 'node:crypto'
import type { Integration } from '#app/integrations/integration'
import { bindStored, installedKind } from '#app/integrations/kinds'
import { pluginFailed } from '#app/integrations/errors'
import type { TriedEvent } from '#app/integrations/tried_event'
import type { BoundIntegration } from '#app/plugins/integration'
import type { Scope } from '#app/workspaces/within'
import type { IntegrationEvent } from '@formwright/kit/integration'

/**
 * Puts a test in line, with an event that did not happen. It is tried once, whether or not the
 * integration is on. Answers its id. What it says of a submission goes with that.
 */
export async function addTest(
  scope: Scope,
  integration: Integration,
  { event, submissionId }: TriedEvent,
): Promise<string> {
  const bound = bindStored(installedKind(integration.kind), integration)
  const body = bodyOf(bound, event)
  const { rows: made } = await scope.trx.rawQuery<{ rows: { id: string }[] }>(
    `insert into deliveries (workspace_id, form_id, integration_id, event, outbox_id, submission_id, test, body, endpoint, mail)
     values (?, ?, ?, ?, ?, ?, true, ?, ?, ?) returning id`,
    [
      scope.workspaceId,
      integration.formId,
      integration.id,
      event.name,
      // a test has no row in the outbox: its own id stands for it
      randomUUID(),
      submissionId ?? event.submission.id,
      body,
      bound.endpoint() || integration.id,
      bound.mails,
    ],
  )
  return made[0]?.id ?? ''
}

function bodyOf(bound: BoundIntegration, event: IntegrationEvent): string {
  try {
    return bound.body(event)
  } catch (error) {
    throw pluginFailed(bound.installed.noted('body', error).reason)
  }
}
