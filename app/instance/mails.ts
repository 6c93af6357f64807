import type { Page } from '#api_types/answer'
import type { InstanceMail, InstanceMailText, MailState } from '#api_types/instance'
import { type AccountMailKind, wordsFor } from '#app/accounts/mail_words'
import { operator } from '#app/administration/operator'
import { cutAddresses, shownText } from '#app/instance/mail_text'

/** Of each so many are counted. */
const COUNTED = 10_000
/** Characters of a subject in a list. */
const LONGEST_SUBJECT = 300

/** How deliveries stand that are mails in each state. One that was cancelled is no mail. */
const STATUS = { waiting: 'pending', sent: 'delivered', failed: 'failed' } as const

interface MailRow {
  id: string
  status: (typeof STATUS)[MailState]
  recipients: unknown
  subject: unknown
  workspace: string
  form: string
  integration: string
  test: boolean
  attempts: number
  reason: string | null
  created_at: Date
  next_attempt_at: Date | null
  finished_at: Date | null
}

/** What a mail belongs to: changes are made in its workspace. */
export interface MailPlace {
  /** it tells of the integration, and is no delivery of it */
  notice: boolean
  workspace_id: string
  integration_id: string
  form_id: string
  status: (typeof STATUS)[MailState]
}

const OF_BOTH = `id, workspace_id, form_id, integration_id, body, status, attempts, reason, created_at,
  next_attempt_at, finished_at`

const OF_DELIVERIES = `select ${OF_BOTH}, test, false as notice from deliveries where mail and status <> 'cancelled'`
const OF_NOTICES = `select ${OF_BOTH}, false, true from integration_notices where true`

/** All mails of workspaces: what their integrations send, and what tells their admins of an integration. */
const MAILS = `(${OF_DELIVERIES} union all ${OF_NOTICES})`

/** A body as JSON, without the characters that PostgreSQL does not look into: U+0000 and halves of pairs. */
const BODY = `case when d.body is json object
  then regexp_replace(d.body, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'gi')::json end`

const COLUMNS = `d.id, d.status, d.test, d.attempts, d.reason, d.created_at, d.finished_at,
  case when d.status = 'pending' then nullif(d.next_attempt_at, 'infinity') end as next_attempt_at,
  b.json -> 'to' as recipients, b.json -> 'subject' as subject,
  w.name as workspace, f.title as form, i.name as integration`

const JOINED = `join integrations i on i.workspace_id = d.workspace_id and i.id = d.integration_id
  join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
  join workspaces w on w.id = d.workspace_id
  cross join lateral (select ${BODY} as json) b`

interface AccountMailRow extends Omit<
  MailRow,
  'recipients' | 'subject' | 'workspace' | 'form' | 'integration' | 'test'
> {
  kind: AccountMailKind
  email: string
}

const ACCOUNT_COLUMNS = `id, kind, email, status, attempts, reason, created_at, finished_at,
  case when status = 'pending' then next_attempt_at end as next_attempt_at`

/** All mails, of workspaces and about accounts, newest first. `cursor` is the id of the last one seen. */
export async function listMails(wanted: Wanted): Promise<Page<InstanceMail>> {
  const found = [...(await mailsOfWorkspaces(wanted)), ...(await mailsAboutAccounts(wanted))]
  // ids tell the time
  found.sort((a, b) => (a.id < b.id ? 1 : -1))
  const page = found.slice(0, wanted.limit)
  return { data: page, next_cursor: found.length > wanted.limit ? (page.at(-1)?.id ?? null) : null }
}

interface Wanted {
  state?: MailState
  cursor?: string
  limit: number
}

async function mailsAboutAccounts({ state, cursor, limit }: Wanted): Promise<InstanceMail[]> {
  const { rows } = await operator().rawQuery<{ rows: AccountMailRow[] }>(
    `select ${ACCOUNT_COLUMNS} from account_mails
     where status = coalesce(nullif(?, ''), status) and id < coalesce(nullif(?, '')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     order by id desc limit ?`,
    [state ? STATUS[state] : '', cursor ?? '', limit + 1],
  )
  return rows.map(accountMailJson)
}

async function mailsOfWorkspaces({ state, cursor, limit }: Wanted): Promise<InstanceMail[]> {
  let conditions = ''
  const bindings: string[] = []
  if (state) {
    conditions += ' and status = ?'
    bindings.push(STATUS[state])
  }
  if (cursor) {
    conditions += ' and id < ?'
    bindings.push(cursor)
  }
  // each is cut by itself: cut together, all mails there are would be read for a page
  const newest = (those: string) => `(${those}${conditions} order by id desc limit ?)`
  const { rows } = await operator().rawQuery<{ rows: MailRow[] }>(
    `select ${COLUMNS} from (
       select * from (${newest(OF_DELIVERIES)} union all ${newest(OF_NOTICES)}) d order by d.id desc limit ?
     ) d ${JOINED} order by d.id desc`,
    [...bindings, limit + 1, ...bindings, limit + 1, limit + 1],
  )
  return rows.map(mailJson)
}

/** One mail with its text; undefined where there is none. */
export async function readMail(id: string): Promise<InstanceMailText | undefined> {
  const { rows } = await operator().rawQuery<{ rows: (MailRow & { body: string | null })[] }>(
    `select ${COLUMNS}, d.body from ${MAILS} d ${JOINED} where d.id = ?`,
    [id],
  )
  const [row] = rows
  if (row) return { ...mailJson(row), text: shownText(row.body) }
  const account = await readAccountMail(id)
  // what it holds is a link for whoever gets it
  return account && { ...accountMailJson(account), text: null }
}

async function readAccountMail(id: string): Promise<AccountMailRow | undefined> {
  const { rows } = await operator().rawQuery<{ rows: AccountMailRow[] }>(
    `select ${ACCOUNT_COLUMNS} from account_mails where id = ?`,
    [id],
  )
  return rows[0]
}

/** Where a mail is, and how it stands; undefined where there is none. */
export async function findMail(
  id: string,
): Promise<MailPlace | Pick<AccountMailRow, 'kind' | 'status'> | undefined> {
  const { rows } = await operator().rawQuery<{ rows: MailPlace[] }>(
    `select workspace_id, integration_id, form_id, status, notice from ${MAILS} d where id = ?`,
    [id],
  )
  return rows[0] ?? readAccountMail(id)
}

/** How many mails wait, and how many have failed. */
export async function countMails(): Promise<{ waiting: number; failed: number }> {
  const count = (state: MailState) => `(select count(*)::int from (
    (select from ${MAILS} d where status = '${STATUS[state]}' limit ${COUNTED})
    union all (select from account_mails where status = '${STATUS[state]}')
    limit ${COUNTED}) counted)`
  const { rows } = await operator().rawQuery<{ rows: { waiting: number; failed: number }[] }>(
    `select ${count('waiting')} as waiting, ${count('failed')} as failed`,
  )
  return rows[0] ?? { waiting: 0, failed: 0 }
}

function mailJson(row: MailRow): InstanceMail {
  return {
    id: row.id,
    state: stateOf(row),
    to: addressesIn(row.recipients),
    subject: typeof row.subject === 'string' ? cutAddresses(row.subject).slice(0, LONGEST_SUBJECT) : null,
    workspace: row.workspace,
    form: row.form,
    integration: row.integration,
    test: row.test,
    attempts: row.attempts,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function accountMailJson(row: AccountMailRow): InstanceMail {
  return {
    id: row.id,
    state: stateOf(row),
    to: [row.email],
    subject: wordsFor(row.kind, 'en', { origin: '', at: row.created_at }).subject,
    workspace: null,
    form: null,
    integration: null,
    test: false,
    attempts: row.attempts,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function stateOf({ status }: Pick<MailRow, 'status'>): MailState {
  return status === 'pending' ? 'waiting' : status === 'delivered' ? 'sent' : 'failed'
}

function addressesIn(recipients: unknown): string[] | null {
  if (!Array.isArray(recipients)) return null
  return recipients.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'address' in one ? [String(one.address)] : [],
  )
}
