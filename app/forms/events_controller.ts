import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { sessionKey } from '#app/accounts/session_table'
import { eventStream } from '#app/forms/event_stream'
import { isUuid } from '#app/forms/slugs'
import { CodedError, FieldErrors, notFound } from '#app/http/errors'
import { takePlaces } from '#app/http/load_shedding'
import { workspacesOf } from '#app/workspaces/memberships'

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
    const allowed = async () => ((await isSignedIn(userId, token)) ? mine(userId, forms) : new Set<string>())
    const now = await allowed().catch((error: unknown) => {
      leave()
      throw error
    })
    if (now.size === 0) {
      leave()
      throw notFound()
    }
    response.header('content-type', 'text/event-stream; charset=utf-8')
    response.header('cache-control', 'no-store')
    response.header('x-accel-buffering', 'no')
    const stream = eventStream([...now], allowed).on('close', leave)
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

/** Those of the forms that are in a workspace of this person, now. */
async function mine(userId: string, forms: readonly string[]): Promise<ReadonlySet<string>> {
  const [workspaces, { rows }] = await Promise.all([
    workspacesOf(userId),
    db.rawQuery<{ rows: { form_id: string; workspace_id: string }[] }>(
      `select form_id, workspace_id from form_addresses
       where form_id = any(?::uuid[]) and current and deleted_at is null`,
      [[...forms]],
    ),
  ])
  const own = new Set(workspaces.map(({ id }) => id))
  return new Set(rows.filter((row) => own.has(row.workspace_id)).map((row) => row.form_id))
}

async function isSignedIn(userId: string, token: string): Promise<boolean> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    `select 1 from sessions s join users u on u.id = s.user_id
     where s.token_hash = ? and s.user_id = ? and s.expires_at > now() and u.suspended_at is null`,
    [token, userId],
  )
  return rows.length > 0
}
