import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { CookieOptions } from '@adonisjs/core/types/http'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { SessionData, SessionStoreContract, SessionStoreFactory } from '@adonisjs/session/types'
import type { Session } from '#api_types/accounts'
import User from '#app/accounts/user'
import { instanceCookie } from '#app/http/instance'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** set where a session of a person was read: whose it is */
    sessionUser?: User
  }
}

/** How a session is found: the hash of the token its cookie carries. */
export function sessionKey(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Where the session guard keeps the id of who is signed in. */
const SIGNED_IN = 'auth_web'

/** Set at sign-in when the person asked to stay signed in on this device. */
export const REMEMBER = 'remember'

/** Set at sign-in: which password it was (passwords.ts). */
export const PASSWORD_MARK = 'password_mark'

/** How long a session lives after it was last seen, in seconds. */
const IDLE = { person: 12 * 3600, remembered: 30 * 24 * 3600 }

/** Holds the session of a browser where nobody is signed in: the secret against cross-site requests. */
const VISITOR_COOKIE = instanceCookie('formwright_visitor')

/** `last_seen_at` is written at most this often. */
const NOTICED_EVERY = '1 minute'

/** Nobody stays signed in longer than this without giving the password again. */
const LONGEST = '90 days'

/** How long a password that was given stands for the person, where it counts (full exports). */
const CONFIRMED_FOR = '12 hours'

type Client = Pick<TransactionClientContract, 'rawQuery'>

function idleSeconds(data: SessionData): number {
  return data[REMEMBER] === true ? IDLE.remembered : IDLE.person
}

/** A session as it is read, beside the columns of its person. */
interface PersonSession {
  session_data: SessionData
  session_noticed: boolean
}

interface VisitorSession {
  /** which session it is */
  key: string
  data: SessionData
}

/**
 * Sessions of people as rows: one per browser, listed to their owner, gone when deleted. Those of visitors are a cookie
 * that only the server can read: whoever comes without a cookie, however often, leaves nothing here.
 */
class SessionTable implements SessionStoreContract {
  /** how long the session that was read lives, and whether its being seen was written down just now */
  private seconds = IDLE.person
  private noticed = false

  constructor(
    private ctx: HttpContext,
    private cookie: Partial<CookieOptions>,
  ) {}

  async read(token: string): Promise<SessionData | null> {
    return this.ofVisitor(token) ?? (await this.ofPerson(token))
  }

  private ofVisitor(token: string): SessionData | null {
    const visitor: VisitorSession | null | undefined = this.ctx.request.encryptedCookie(VISITOR_COOKIE)
    return visitor?.key === sessionKey(token) ? visitor.data : null
  }

  private async ofPerson(token: string): Promise<SessionData | null> {
    const { rows } = await db.rawQuery<{ rows: PersonSession[] }>(
      `select s.data as session_data, s.last_seen_at >= now() - interval '${NOTICED_EVERY}' as session_noticed, u.*
       from sessions s join users u on u.id = s.user_id
       where s.token_hash = ? and s.expires_at > now() and s.created_at > now() - interval '${LONGEST}'`,
      [sessionKey(token)],
    )
    const found = rows[0]
    if (!found) return null
    const { session_data: data, session_noticed: noticed, ...user } = found
    this.ctx.sessionUser = User.$createFromAdapterResult(user) ?? undefined
    this.seconds = idleSeconds(data)
    this.noticed = noticed
    return data
  }

  async write(token: string, data: SessionData): Promise<void> {
    const key = sessionKey(token)
    if (!data[SIGNED_IN]) {
      const visitor: VisitorSession = { key, data }
      this.ctx.response.encryptedCookie(VISITOR_COOKIE, visitor, this.cookie)
      return
    }
    // It was made by `openSession`: one that is gone was ended while this request ran.
    await db.rawQuery(
      `update sessions set user_id = ?, data = ?, last_seen_at = now(),
         expires_at = now() + make_interval(secs => ?) where token_hash = ?`,
      [data[SIGNED_IN], JSON.stringify(data), idleSeconds(data), key],
    )
  }

  async destroy(token: string): Promise<void> {
    if (this.ofVisitor(token)) this.ctx.response.clearCookie(VISITOR_COOKIE, this.cookie)
    await db.rawQuery('delete from sessions where token_hash = ?', [sessionKey(token)])
  }

  async touch(token: string): Promise<void> {
    if (this.noticed || this.ofVisitor(token)) return
    await db.rawQuery(
      `update sessions set last_seen_at = now(), expires_at = now() + make_interval(secs => ?)
       where token_hash = ? and last_seen_at < now() - interval '${NOTICED_EVERY}'`,
      [this.seconds, sessionKey(token)],
    )
  }
}

/** So many sessions a person has: beyond them the one ends that was used longest ago. */
const MOST = 100

/** Makes the session of a person who has just given their password; what it holds is written as the request ends. */
export async function openSession(ctx: HttpContext, userId: string): Promise<void> {
  const device = (ctx.request.header('user-agent') ?? '').slice(0, 400)
  await db.rawQuery(
    `insert into sessions (token_hash, user_id, data, ip, user_agent, expires_at, confirmed_at)
     values (?, ?, '{}', ?, ?, now() + make_interval(secs => ?), now())`,
    // who has left meanwhile has no address
    [sessionKey(ctx.session.sessionId), userId, ctx.request.ip() || null, device, IDLE.person],
  )
  await db.rawQuery(
    `delete from sessions where token_hash in (
       select token_hash from sessions where user_id = ? order by last_seen_at desc, token_hash offset ${MOST})`,
    [userId],
  )
}

/**
 * Gives the session a new token, as its person has just given the password again; the one from before is worth
 * nothing from now on. False when the session was ended meanwhile.
 */
export async function renewSession(ctx: HttpContext, client: Client = db): Promise<boolean> {
  const before = sessionKey(ctx.session.sessionId)
  ctx.session.regenerate()
  const { rows } = await client.rawQuery<{ rows: unknown[] }>(
    `update sessions set token_hash = ?, created_at = now(), confirmed_at = now()
     where token_hash = ? returning 1`,
    [sessionKey(ctx.session.sessionId), before],
  )
  return rows.length > 0
}

/** Ends all sessions of a person but the one that asks. */
export async function endOtherSessions(ctx: HttpContext, userId: string, client: Client): Promise<void> {
  await client.rawQuery('delete from sessions where user_id = ? and token_hash <> ?', [
    userId,
    sessionKey(ctx.session.sessionId),
  ])
}

/** Whether the password was given in this session not long ago. */
export async function isConfirmed(token: string): Promise<boolean> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    `select 1 from sessions where token_hash = ? and confirmed_at > now() - interval '${CONFIRMED_FOR}'`,
    [sessionKey(token)],
  )
  return rows.length > 0
}

/** The session store of the application (config/session.ts). */
export const sessionTable: SessionStoreFactory = (ctx, { cookie }) => new SessionTable(ctx, cookie)

interface SessionRow extends Omit<Session, 'created_at' | 'last_seen_at'> {
  created_at: Date
  last_seen_at: Date
}

/** Where a person is signed in, most recently seen first. */
export async function sessionsOf(userId: string, currentToken: string): Promise<Session[]> {
  const { rows } = await db.rawQuery<{ rows: SessionRow[] }>(
    `select left(token_hash, 32) as id, token_hash = ? as current, ip, user_agent, created_at, last_seen_at
     from sessions where user_id = ? and expires_at > now() order by last_seen_at desc, token_hash`,
    [sessionKey(currentToken), userId],
  )
  return rows.map(({ created_at, last_seen_at, ...session }) => ({
    ...session,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }))
}

/** Ends one session of a person; false when they have none of this id. */
export async function revokeSession(userId: string, id: string): Promise<boolean> {
  const { rows } = await db.rawQuery<{ rows: unknown[] }>(
    'delete from sessions where user_id = ? and left(token_hash, 32) = ? returning 1',
    [userId, id],
  )
  return rows.length > 0
}

/** Removes sessions and links that have run out, and mails about accounts after 30 days. */
export async function sweepSessions(): Promise<void> {
  await db.rawQuery(
    `delete from sessions where expires_at < now() or created_at < now() - interval '${LONGEST}'`,
  )
  await db.rawQuery('delete from account_invitations where expires_at < now()')
  await db.rawQuery('delete from password_resets where expires_at < now()')
  await db.rawQuery(`delete from account_mails where created_at < now() - interval '30 days'`)
}
