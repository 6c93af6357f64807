import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import type { SessionData, SessionStoreContract } from '@adonisjs/session/types'

/** How a session is found: the hash of the token its cookie carries. */
export function sessionKey(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Where the session guard keeps the id of who is signed in. */
const SIGNED_IN = 'auth_web'

/** Set at sign-in when the person asked to stay signed in on this device. */
export const REMEMBER = 'remember'

/** How long a session lives after it was last seen, in seconds. */
const IDLE = { visitor: 2 * 3600, person: 12 * 3600, remembered: 30 * 24 * 3600 }

/** `last_seen_at` is written at most this often. */
const NOTICED_EVERY = '1 minute'

/** Nobody stays signed in longer than this without giving the password again. */
const LONGEST = '90 days'

function idleSeconds(data: SessionData): number {
  if (!data[SIGNED_IN]) return IDLE.visitor
  return data[REMEMBER] === true ? IDLE.remembered : IDLE.person
}

/** Sessions as rows: one per browser, listed to their owner, gone when deleted. */
class SessionTable implements SessionStoreContract {
  /** who was signed in when the session was read, and how long it then lives */
  private readAs: unknown
  private seconds = IDLE.visitor

  constructor(private ctx: HttpContext) {}

  async read(token: string): Promise<SessionData | null> {
    const { rows } = await db.rawQuery<{ rows: { data: SessionData }[] }>(
      `select data from sessions
       where token_hash = ? and expires_at > now() and created_at > now() - interval '${LONGEST}'`,
      [sessionKey(token)],
    )
    const data = rows[0]?.data ?? null
    this.readAs = data?.[SIGNED_IN]
    this.seconds = idleSeconds(data ?? {})
    return data
  }

  async write(token: string, data: SessionData): Promise<void> {
    const key = sessionKey(token)
    const userId = data[SIGNED_IN] ?? null
    const json = JSON.stringify(data)
    const seconds = idleSeconds(data)
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      `update sessions set user_id = ?, data = ?, last_seen_at = now(),
         expires_at = now() + make_interval(secs => ?) where token_hash = ? returning 1`,
      [userId, json, seconds, key],
    )
    // A signed-in session that was there and is gone was revoked while this request ran: it stays gone.
    const revoked = this.readAs !== undefined && this.readAs === data[SIGNED_IN]
    if (rows.length > 0 || revoked) return
    await db.rawQuery(
      `insert into sessions (token_hash, user_id, data, ip, user_agent, expires_at)
       values (?, ?, ?, ?, ?, now() + make_interval(secs => ?))
       on conflict (token_hash) do update set user_id = excluded.user_id, data = excluded.data,
         last_seen_at = now(), expires_at = excluded.expires_at`,
      [
        key,
        userId,
        json,
        this.ctx.request.ip(),
        (this.ctx.request.header('user-agent') ?? '').slice(0, 400),
        seconds,
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
export function sessionTable(ctx: HttpContext): SessionStoreContract {
  return new SessionTable(ctx)
}

/** A session as its owner sees it. The id names it and opens nothing. */
export interface ListedSession {
  id: string
  current: boolean
  ip: string | null
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
}

/** Where a person is signed in, most recently seen first. */
export async function sessionsOf(userId: string, currentToken: string): Promise<ListedSession[]> {
  const { rows } = await db.rawQuery<{ rows: ListedSession[] }>(
    `select left(token_hash, 32) as id, token_hash = ? as current, ip, user_agent, created_at, last_seen_at
     from sessions where user_id = ? and expires_at > now() order by last_seen_at desc, token_hash`,
    [sessionKey(currentToken), userId],
  )
  return rows
}

/** Ends one session of a person; false when they have none of this id. */
export async function revokeSession(userId: string, id: string): Promise<boolean> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    'delete from sessions where user_id = ? and left(token_hash, 32) = ? returning 1',
    [userId, id],
  )
  return rows.length > 0
}

/** Removes sessions that have run out. */
export async function sweepSessions(): Promise<void> {
  await db.rawQuery(
    `delete from sessions where expires_at < now() or created_at < now() - interval '${LONGEST}'`,
  )
}
