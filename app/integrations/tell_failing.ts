import logger from '@adonisjs/core/services/logger'
import { addressesOf } from '#app/integrations/addresses'
import { untoldIntegrations } from '#app/integrations/claimer'
import { noticeWords, type Trouble } from '#app/integrations/notice_words'
import { sendNotices, TELLING, writeNotices } from '#app/integrations/notices'
import type { Work } from '#app/jobs/jobs'
import { type Scope, within } from '#app/workspaces/within'
import type { Mail, MailAddress } from '@formwright/kit/mail'
import { richTextOf } from '@formwright/kit/rich/from_text'

interface TroubledRow {
  id: string
  form_id: string
  name: string
  trouble: Trouble
  since: Date
  /** why, in a sentence, where that is known */
  reason: string | null
  slug: string
  title: string
}

/** Somebody who is told, in the language of the browser that signed in last. */
interface PersonRow {
  name: string
  email: string
  language: string
}

/**
 * Writes to owner and admins of a workspace about integrations that have failed for a day, wait for their connection, or are
 * paused: once for each, in the language of who is told. What cannot be sent now stands among the mails of operators and is
 * tried again with each round.
 */
export const tellFailing: Work = {
  queue: TELLING,
  cron: '52 * * * *',
  retries: 3,
  pollSeconds: 30,
  async run({ id = '' }, signal) {
    await writeDue(signal)
    await sendNotices(id, signal)
  },
}

/** One that cannot be written does not hold up the others. */
async function writeDue(signal: AbortSignal): Promise<void> {
  for (const { workspaceId, id } of await untoldIntegrations()) {
    signal.throwIfAborted()
    try {
      await within(workspaceId, (scope) => write(scope, id))
    } catch (error) {
      logger.warn({ err: error, id }, 'a notice of an integration that fails could not be written')
    }
  }
}

async function write(scope: Scope, id: string): Promise<void> {
  const { trx, workspaceId } = scope
  const { rows } = await trx.rawQuery<{ rows: TroubledRow[] }>(
    `select i.id, i.form_id, i.name, f.slug, f.title,
            case when i.paused_at is not null then 'paused' when i.waits_since is not null then 'waiting' else 'failing'
              end as trouble,
            coalesce(i.paused_at, i.waits_since, i.failing_since) as since,
            case when i.paused_at is not null then i.pause_reason else (
              select d.reason from deliveries d
              where d.workspace_id = i.workspace_id and d.integration_id = i.id and d.reason is not null
                and d.status in ('pending', 'failed', 'unsure') and not d.test
              order by d.created_at desc, d.id desc limit 1) end as reason
     from integrations i join forms f on f.workspace_id = i.workspace_id and f.id = i.form_id
     where i.workspace_id = ? and i.id = ? and f.deleted_at is null
       and coalesce(i.paused_at, i.waits_since, i.failing_since) is not null
     for no key update of i`,
    [workspaceId, id],
  )
  const [row] = rows
  if (!row) return
  const { rows: people } = await trx.rawQuery<{ rows: PersonRow[] }>(
    `select u.name, u.email, coalesce(u.language, 'en') as language from memberships m join users u on u.id = m.user_id
     where m.workspace_id = ? and m.role in ('owner', 'admin') and u.suspended_at is null
     order by m.created_at limit 50`,
    [workspaceId],
  )
  const mails = [...Map.groupBy(people, ({ language }) => language)].map(([language, those]) =>
    mailAbout(
      row,
      language,
      those.map(({ name, email }) => ({ address: email, name })),
    ),
  )
  await writeNotices(scope, { formId: row.form_id, integrationId: id }, mails)
  await trx.rawQuery('update integrations set told = ? where workspace_id = ? and id = ?', [
    row.trouble,
    workspaceId,
    id,
  ])
}

function mailAbout(row: TroubledRow, language: string, to: MailAddress[]): Omit<Mail, 'id'> {
  const { form } = addressesOf(row.slug, row.id)
  const { subject, message, reason, link, footer } = noticeWords(row.trouble, language, row)
  return {
    to,
    subject,
    message: richTextOf(message.replaceAll('{', '{{')),
    // as it stands in the log, whatever language that is
    ...(row.reason !== null && { answers: [{ label: reason, text: row.reason }] }),
    ...(form.url !== undefined && {
      link: { label: link, url: `${form.url}/show/integrations?integration=${row.id}` },
    }),
    footer,
    language,
  }
}
