import { findIntegration } from '#app/integrations/change_integration'
import { within } from '#app/workspaces/within'

/** So many rows go at a time: each in a short transaction, however long the log is. */
const TOGETHER = 2_000

/**
 * Deletes an integration of a form with its log. It is off from the beginning, so that nothing is added meanwhile; where that
 * breaks off, deleting it once more goes on. Throws 404 where there is none.
 */
export async function deleteIntegration(workspaceId: string, formId: string, id: string): Promise<void> {
  await within(workspaceId, async () => {
    const integration = await findIntegration(formId, id, true)
    integration.enabled = false
    await integration.save()
  })
  for (const table of ['deliveries', 'past_deliveries'] as const) {
    for (let step = TOGETHER; step === TOGETHER;) {
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
  await within(workspaceId, async () => {
    const integration = await findIntegration(formId, id, true)
    await integration.delete()
  })
}
