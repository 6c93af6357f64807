import { randomUUID } from 'node:crypto'
import { FieldErrors } from '#app/http/errors'
import { draftEvent } from '#app/integrations/draft_event'
import { type EventForm, type EventSubmission, submissionEvent } from '#app/integrations/event'
import { within } from '#app/workspaces/within'
import type { IntegrationEvent } from '@formwright/kit/integration'

/** What a test or a preview tells, and which submission it is of; none where the answers are invented. */
export interface TriedEvent {
  event: IntegrationEvent
  submissionId?: string
}

/**
 * An event that did not happen: with the answers of a submission of this form, as they were sent, or without one with
 * invented answers to the form as it is being edited. It has an id of its own, so that no receiver takes it for the
 * submission. 422 for a submission that is not there.
 */
export async function triedEvent(
  workspaceId: string,
  formId: string,
  submissionId?: string,
): Promise<TriedEvent> {
  if (submissionId === undefined) return { event: await draftEvent(workspaceId, formId) }
  const found = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: (EventSubmission & Pick<EventForm, 'slug' | 'title'>)[] }>(
      `select s.id, s.version, s.answers, s.received_at, f.slug, f.title
       from submissions s join forms f on f.workspace_id = s.workspace_id and f.id = s.form_id
       where s.workspace_id = ? and s.form_id = ? and s.id = ?`,
      [workspaceId, formId, submissionId],
    )
    return rows[0]
  })
  if (!found) {
    const message = 'This submission was deleted. Choose another one.'
    throw new FieldErrors('E_VALIDATION', message, { submission_id: [message] })
  }
  const form = { workspaceId, id: formId, slug: found.slug, title: found.title }
  const event = await submissionEvent('submission.created', new Date(), form, found)
  return {
    event: { ...event, submission: { ...event.submission, id: randomUUID() }, test: true },
    submissionId,
  }
}
