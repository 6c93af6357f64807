import { createHash } from 'node:crypto'
import limiter from '@adonisjs/limiter/services/main'
import { tooMany } from '#app/http/errors'
import { mailboxKey } from '#app/mail/mailbox_key'
import env from '#start/env'
import type { Mail } from '@formwright/kit/mail'

/** Mails to one address that a respondent typed, in a day, whatever form sends them. */
const TO_TYPED_ADDRESS = 10

/** Tests of its mail server that a workspace may make. */
const TESTS = { requests: 20, duration: '1 hour' }

/** What is used up, and in how many seconds there is room again. */
export interface MailRefusal {
  limit: 'workspace' | 'address'
  seconds: number
}

interface Limit {
  limit: MailRefusal['limit']
  key: string
  requests: number
  duration: string
}

/**
 * Counts a mail before it is sent; what is used up, if something is. Nobody can make a form that floods strangers:
 * addresses which respondents typed have a limit of their own, whichever workspace writes to them.
 */
export async function countMail(workspaceId: string, mail: Mail): Promise<MailRefusal | undefined> {
  const taken: Limit[] = []
  for (const limit of limitsOf(workspaceId, mail)) {
    const seen = await limiter.use(limit).increment(limit.key)
    taken.push(limit)
    if (seen.consumed <= limit.requests) continue
    await uncount(taken)
    return { limit: limit.limit, seconds: Math.max(1, seen.availableIn) }
  }
  return undefined
}

/** Takes back what was counted of a mail that did not go. */
export async function uncountMail(workspaceId: string, mail: Mail): Promise<void> {
  await uncount(limitsOf(workspaceId, mail))
}

/** Counts a test of a workspace's mail server; 429 when there were too many in an hour. */
export async function countTest(workspaceId: string): Promise<void> {
  const seen = await limiter.use(TESTS).increment(`mail-test:${workspaceId}`)
  if (seen.consumed > TESTS.requests) throw tooMany(Math.max(1, seen.availableIn))
}

async function uncount(limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) await limiter.use(limit).decrement(limit.key)
}

function limitsOf(workspaceId: string, { to, typedAddress = false }: Mail): Limit[] {
  const perHour = env.get('MAILS_PER_HOUR', 1_000)
  const workspace: Limit = {
    limit: 'workspace',
    key: `mail-workspace:${workspaceId}`,
    requests: perHour,
    duration: '1 hour',
  }
  if (!typedAddress) return [workspace]
  const addresses = to.map(({ address }): Limit => {
    const hash = createHash('sha256').update(mailboxKey(address)).digest('hex').slice(0, 32)
    return {
      limit: 'address',
      key: `mail-typed:${hash}`,
      requests: TO_TYPED_ADDRESS,
      duration: '1 day',
    }
  })
  return [workspace, ...addresses]
}
