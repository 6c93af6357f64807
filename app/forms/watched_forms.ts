import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'

/** A browser that somebody is signed in with; `session` is how its session is found. */
export interface Watcher {
  userId: string
  session: string
}

interface Question {
  forms: Set<string>
  answer: Promise<ReadonlySet<string>>
}

/** What is to be asked in this turn of the event loop, by session. */
const asked = new Map<string, Question>()

/**
 * Those of the forms, and perhaps others, that a browser may watch now. All of its streams hear of a change at the same
 * moment, and each asks: that is one question.
 */
export function mayWatch(watcher: Watcher, forms: readonly string[]): Promise<ReadonlySet<string>> {
  const known = asked.get(watcher.session)
  const question = known ?? { forms: new Set(), answer: askSoon(watcher) }
  asked.set(watcher.session, question)
  for (const form of forms) question.forms.add(form)
  return question.answer
}

async function askSoon(watcher: Watcher): Promise<ReadonlySet<string>> {
  await setImmediate()
  const forms = asked.get(watcher.session)?.forms ?? []
  asked.delete(watcher.session)
  return ask(watcher, [...forms])
}

/** Those of the forms that are in a workspace of this person, who is signed in with this session still: in one statement. */
async function ask({ userId, session }: Watcher, forms: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.rawQuery<{ rows: { form_id: string }[] }>(
    `with asked as materialized (
       select form_id, workspace_id from form_addresses
       where form_id = any(?::uuid[]) and current and deleted_at is null
     ), own as materialized (
       select workspace_id from (select distinct workspace_id from asked) of_asked
       where role_of(?, workspace_id) is not null
     )
     select form_id from asked where workspace_id in (select workspace_id from own) and exists (
       select 1 from sessions s join users u on u.id = s.user_id
       where s.token_hash = ? and s.user_id = ? and s.expires_at > now() and u.suspended_at is null)`,
    [forms, userId, session, userId],
  )
  return new Set(rows.map((row) => row.form_id))
}
