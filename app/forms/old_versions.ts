import logger from '@adonisjs/core/services/logger'
import { publishedTooOften } from '#app/forms/errors'
import { type Scope, within } from '#app/workspaces/within'

/** The newest versions of a form that take answers: whoever still has an older page open is led to the form of today. */
export const ANSWERED_VERSIONS = 500

/** Some more are kept, so that what was sent a moment ago finds its version. */
const KEPT_VERSIONS = ANSWERED_VERSIONS + 100

/** And so few where what they say takes most of the room that they have. */
const KEPT_LARGE_VERSIONS = 20

const MOST_PER_HOUR = 100

/** So many go at a time: each looks through the submissions of its form once. */
const AT_ONCE = 3

/** Throws where a form was published so often that nobody can have meant it. */
export async function refuseTooOften({ trx, workspaceId }: Scope, formId: string): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { lately: number }[] }>(
    `select count(*)::float8 as lately from form_versions
     where workspace_id = ? and form_id = ? and created_at > now() - interval '1 hour'`,
    [workspaceId, formId],
  )
  if (rows[0].lately >= MOST_PER_HOUR) throw publishedTooOften(MOST_PER_HOUR)
}

/**
 * Forgets versions beyond the newest ones that nobody answered. Those with answers stay: they say what was asked; so do
 * those that somebody is still at. What cannot be done now is done with the next publication.
 */
export async function forgetOldVersions(
  workspaceId: string,
  formId: string,
  newest: number,
  room: 'ample' | 'scarce',
): Promise<void> {
  const through = newest - (room === 'ample' ? KEPT_VERSIONS : KEPT_LARGE_VERSIONS)
  if (through <= 0) return
  try {
    // looked for before anything is locked: it reads all submissions of the form
    const found = await within(workspaceId, (scope) => unanswered(scope, formId, through))
    if (found.length > 0) await within(workspaceId, (scope) => forget(scope, formId, found))
  } catch (error) {
    logger.warn({ err: error, form: formId }, 'old versions of a form were not forgotten')
  }
}

/** The oldest versions up to a number that nobody answered or is at. */
async function unanswered({ trx, workspaceId }: Scope, formId: string, through: number): Promise<number[]> {
  const form = [workspaceId, formId]
  const { rows } = await trx.rawQuery<{ rows: { number: number }[] }>(
    `select number from form_versions where workspace_id = ? and form_id = ? and number <= ?
       and number not in (select version from submissions where workspace_id = ? and form_id = ?)
       and number not in (select version from deleted_submissions where workspace_id = ? and form_id = ?)
       and number not in (select version from response_sessions where workspace_id = ? and form_id = ?)
     order by number limit ${AT_ONCE}`,
    [...form, through, ...form, ...form, ...form],
  )
  return rows.map(({ number }) => number)
}

/** How long before this moment a submission may have begun that is stored in it. */
const UNDER_WAY = '5 minutes'

/**
 * Deletes these versions but for those that somebody has come to meanwhile. The form is locked first and its versions then,
 * as by everybody who changes both: the room they took is noted at the form. Who is just storing an answer to one of them
 * holds it, and is waited for. What a version that goes has added may be said by the next one still: it counts there, as
 * far as that says so much.
 */
async function forget({ trx, workspaceId }: Scope, formId: string, numbers: number[]): Promise<void> {
  const form = [workspaceId, formId]
  await trx.rawQuery('select from forms where workspace_id = ? and id = ? for no key update', form)
  await trx.rawQuery(
    `select from form_versions where workspace_id = ? and form_id = ? and number = any(?::int[])
     order by number for update`,
    [...form, numbers],
  )
  await trx.rawQuery(
    `with gone as (
       delete from form_versions where workspace_id = ? and form_id = ? and number = any(?::int[])
         and number not in (select version from submissions where workspace_id = ? and form_id = ?
                            and received_at > now() - interval '${UNDER_WAY}')
         and number not in (select version from deleted_submissions where workspace_id = ? and form_id = ?
                            and deleted_at > now() - interval '${UNDER_WAY}')
         and number not in (select version from response_sessions where workspace_id = ? and form_id = ?)
       returning number, added
     ),
     onto as (
       select (select min(v.number) from form_versions v
               where v.workspace_id = ? and v.form_id = ? and v.number > gone.number
                 and v.number not in (select number from gone)) as number,
              sum(added) as added
       from gone group by 1
     )
     update form_versions v set added = least(v.added + onto.added, v.bytes)
     from onto where v.workspace_id = ? and v.form_id = ? and v.number = onto.number`,
    [...form, numbers, ...form, ...form, ...form, ...form, ...form],
  )
}
