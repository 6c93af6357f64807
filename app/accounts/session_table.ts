import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import type { SessionConfig, SessionData, SessionStoreContract } from '@adonisjs/session/types'

/** How a session is found: the hash of the token its cookie carries. */
export function sessionKey(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Where the session guard keeps the id of who is signed in. */
const SIGNED_IN = 'auth_web'

/** `last_seen_at` is written at most this often. */
const NOTICED_EVERY = '1 minute'

/** Sessions as rows: one per browser, listed to their owner, gone when deleted. */
class SessionTable implements SessionStoreContract {
  constructor(
    private ctx: HttpContext,
    private seconds: number,
  ) {}

  async read(token: string): Promise<SessionData | null> {
    const { rows } = await db.rawQuery<{ rows: { data: SessionData }[] }>(
      'select data from sessions where token_hash = ? and expires_at > now()',
      [sessionKey(token)],
    )
    return rows[0]?.data ?? null
  }

  async write(token: string, data: SessionData): Promise<void> {
    const userId = data[SIGNED_IN] ?? null
    await db.rawQuery(
      `insert into sessions (token_hash, user_id, data, ip, user_agent, expires_at)
       values (?, ?, ?, ?, ?, now() + make_interval(secs => ?))
       on conflict (token_hash) do update set user_id = excluded.user_id, data = excluded.data,
         last_seen_at = now(), expires_at = excluded.expires_at`,
      [
        sessionKey(token),
        userId,
        JSON.stringify(data),
        this.ctx.request.ip(),
        (this.ctx.request.header('user-agent') ?? '').slice(0, 400),
        this.seconds,
      ],
    )
  }

  async destroy(token: string): Promise<void> {
    await db.rawQuery('delete from sessions where token_hash = ?', [sessionKey(token)])
  }

  async touch(token: string): Promise<void> {
    await db.rawQuery(
      `update sessions set last_seen_at = now(), expires_at = now() + make_interval(secs => ?)
       where token_hash = ? and last_seen_at < now() - interval '${NOTICED_EVERY}'`,
      [this.seconds, sessionKey(token)],
    )
  }
}

/** The session store of the application (config/session.ts). */
export function sessionTable(ctx: HttpContext, config: SessionConfig): SessionStoreContract {
  return new SessionTable(ctx, typeof config.age === 'number' ? config.age : 30 * 24 * 3600)
}
