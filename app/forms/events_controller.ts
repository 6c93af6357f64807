import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { sessionKey } from '#app/accounts/session_table'
import { addressOf } from '#app/forms/addresses'
import { eventStream } from '#app/forms/event_stream'
import { roleOf } from '#app/workspaces/memberships'

/** What happens to a form while somebody looks at it. */
export default class EventsController {
  show({ response, session, auth, workspace, formId }: HttpContext): void {
    const userId = auth.getUserOrFail().id
    const token = sessionKey(session.sessionId)
    const allowed = async () => {
      const [role, address, signedIn] = await Promise.all([
        roleOf(userId, workspace.id),
        addressOf(formId),
        isSignedIn(userId, token),
      ])
      return role !== undefined && address !== undefined && signedIn
    }
    response.header('content-type', 'text/event-stream; charset=utf-8')
    response.header('cache-control', 'no-store')
    response.header('x-accel-buffering', 'no')
    response.stream(eventStream(formId, allowed))
  }
}

async function isSignedIn(userId: string, token: string): Promise<boolean> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    `select 1 from sessions s join users u on u.id = s.user_id
     where s.token_hash = ? and s.user_id = ? and s.expires_at > now() and u.suspended_at is null`,
    [token, userId],
  )
  return rows.length > 0
}
