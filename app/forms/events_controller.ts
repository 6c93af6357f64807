import type { HttpContext } from '@adonisjs/core/http'
import { sessionKey } from '#app/accounts/session_table'
import { eventStream } from '#app/forms/event_stream'
import { isUuid } from '#app/forms/slugs'
import { mayWatch } from '#app/forms/watched_forms'
import { CodedError, FieldErrors, notFound } from '#app/http/errors'
import { takePlaces } from '#app/http/load_shedding'

/** So many forms one browser may watch at once, in all its tabs. */
const MOST = 100

/** Each costs a connection, and asks now and then whether its person may still listen. Tabs of a browser share one. */
const MOST_STREAMS = { ofSession: 20, ofPerson: 100 }

/** What happens to forms while somebody looks at them: one stream for all tabs of a browser. */
export default class EventsController {
  async show({ request, response, session, auth }: HttpContext) {
    const userId = auth.getUserOrFail().id
    const token = sessionKey(session.sessionId)
    const forms = idsOf(new URLSearchParams(request.parsedUrl.query).get('forms') ?? '')
    const leave = takePlaces([
      { of: `event streams of session ${token}`, most: MOST_STREAMS.ofSession },
      { of: `event streams of ${userId}`, most: MOST_STREAMS.ofPerson },
    ])
    if (!leave)
      throw new CodedError('E_STREAMS', 429, 'Too many pages listen for changes. Close some of them.')
    const allowed = () => mayWatch({ userId, session: token }, forms)
    const may = await allowed().catch((error: unknown) => {
      leave()
      throw error
    })
    const now = forms.filter((form) => may.has(form))
    if (now.length === 0) {
      leave()
      throw notFound()
    }
    response.header('content-type', 'text/event-stream; charset=utf-8')
    response.header('cache-control', 'no-store')
    response.header('x-accel-buffering', 'no')
    const stream = eventStream(now, allowed).on('close', leave)
    // it ends too where it was never sent, as when the session could not be written
    response.onFinish(() => stream.destroy())
    response.stream(stream)
  }
}

/** Read from the address itself: a list with commas is an array to the query parser, and a long one an object. */
function idsOf(text: string): string[] {
  const ids = [...new Set(text.split(','))]
  if (ids.length <= MOST && ids.every(isUuid)) return ids
  const message = `Name the forms to watch by their ids, with commas between, at most ${MOST}.`
  throw new FieldErrors('E_FORMS', message, { forms: [message] })
}
