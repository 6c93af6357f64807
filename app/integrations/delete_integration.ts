import logger from '@adonisjs/core/services/logger'
import { findIntegration } from '#app/integrations/change_integration'
import { endedIntegrations } from '#app/integrations/claimer'
import { eachByItself } from '#app/jobs/each_by_itself'
import { type Scope, within } from '#app/workspaces/within'

/** So many rows go at a time: each in a short transaction, however long the log is. */
const TOGETHER = 2_000

/** What an integration has left, in the order in which it goes. */
const LEFT = ['deliveries', 'past_deliveries', 'hook_requests'] as const

/**
 * Deletes an integration of a form with its log. It is off from the beginning, so that nothing is added meanwhile; where that
 * breaks off, a job goes on. Throws 404 where there is none.
 */
export async function deleteIntegration(workspaceId: string, formId: string, id: string): Promise<void> {
  await within(workspaceId, async (scope) => {
    await findIntegration(formId, id, true)
    await beginDeletion(scope, id)
  })
  await finishDeletion(workspaceId, id)
}

/** From here on it is off and will be gone: `finishDeletion` follows, after the commit. Answers whether this call began. */
export async function beginDeletion({ trx, workspaceId }: Scope, id: string): Promise<boolean> {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `update integrations set enabled = false, ended_at = now()
     where workspace_id = ? and id = ? and ended_at is null`,
    [workspaceId, id],
  )
  return rowCount > 0
}

/** Deletes what is left of an integration, and then itself. Throws when `signal` says so: the job goes on with it. */
export async function finishDeletion(workspaceId: string, id: string, signal?: AbortSignal): Promise<void> {
  for (const table of LEFT) {
    for (let step = TOGETHER; step === TOGETHER;) {
      signal?.throwIfAborted()
      step = await within(workspaceId, async ({ trx }) => {
        const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
          `delete from ${table} where ctid = any (array(
             select ctid from ${table} where workspace_id = ? and integration_id = ? limit ${TOGETHER}))`,
          [workspaceId, id],
        )
        return rowCount
      })
    }
  }
  await within(workspaceId, ({ trx }) =>
    trx.rawQuery('delete from integrations where workspace_id = ? and id = ?', [workspaceId, id]),
  )
}

/** Goes on with deletions that broke off. */
export async function finishDeletions(signal: AbortSignal): Promise<void> {
  await eachByItself(await endedIntegrations(), signal, async ({ workspaceId, id }) => {
    logger.info({ integration: id }, 'a deletion that broke off goes on')
    await finishDeletion(workspaceId, id, signal)
  })
}
