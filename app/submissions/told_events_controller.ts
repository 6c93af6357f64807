import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Page, Single } from '#api_types/answer'
import type { ToldEvent } from '#api_types/integrations'
import { readCursor } from '#app/http/cursor'
import { FieldErrors } from '#app/http/errors'
import { fieldMessages } from '#app/http/field_messages'
import { pageLimit } from '#app/http/page_limit'
import { subscribedKind } from '#app/integrations/subscriptions'
import type { BoundIntegration } from '#app/plugins/integration'
import { toldEvents, toldSample } from '#app/submissions/told_events'
import { isWhole, readView } from '#app/submissions/view'
import type { EventName } from '@formwright/kit/integration'

const told = {
  kind: vine.string().maxLength(100),
  event: vine.string().maxLength(100),
}
const askedSample = vine.create(told)
const askedEvents = vine.create({
  ...told,
  search: vine.string().optional(),
  filter: vine.string().optional(),
  submission: vine.string().uuid().optional(),
  cursor: vine.string().optional(),
})

/** What programs that subscribe would be told, or missed: as it is delivered to them. */
export default class ToldEventsController {
  async index({ request, workspace, formId }: HttpContext): Promise<Page<ToldEvent>> {
    const asked = await askedEvents.validate(request.qs(), { messagesProvider: fieldMessages })
    const { kind, event, search, filter, submission, cursor } = asked
    const limit = pageLimit(request.qs().limit, 100, 25)
    const { bound, name } = toTell(kind, event)
    const view = readView(search, filter)
    if (name !== 'submission.created' && !isWhole(view)) {
      const message = 'Only new submissions can be searched.'
      throw new FieldErrors('E_VALIDATION', message, { event: [message] })
    }
    return toldEvents({
      ...{ workspaceId: workspace.id, formId, bound, name, view, limit },
      after: readCursor(cursor),
      ...(submission !== undefined && { submissionId: submission }),
    })
  }

  async sample({ request, workspace, formId }: HttpContext): Promise<Single<ToldEvent>> {
    const { kind, event } = await askedSample.validate(request.qs(), { messagesProvider: fieldMessages })
    return { data: await toldSample({ workspaceId: workspace.id, formId, ...toTell(kind, event) }) }
  }
}

/** A kind that is subscribed, and an event that it is told of; or 422. */
function toTell(kind: string, event: string): { bound: BoundIntegration; name: EventName } {
  const installed = subscribedKind(kind)
  const { events, version } = installed.definition
  const name = events.find((one) => one === event)
  if (name !== undefined) return { bound: installed.bind({ v: version, settings: {} }), name }
  const message = `Choose from ${events.join(', ')}.`
  throw new FieldErrors('E_VALIDATION', message, { event: [message] })
}
