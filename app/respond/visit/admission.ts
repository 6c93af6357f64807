import { type FormState, formState, lastKnownState } from '#app/forms/states'
import { closed, full, noForm, notOpenYet, passwordNeeded } from '#app/respond/request/errors'
import { ALL } from '#app/respond/submission/claims'
import { type Credentials, opens } from '#app/respond/visit/credentials'
import type { CodedError } from '#app/http/errors'
import { within } from '#app/workspaces/within'

/** A form that has been published: what may be shown of it is decided by its state. */
export interface OpenForm extends FormState {
  publishedVersion: number
}

/** Why a form is not shown, in the order in which it is asked. */
export type Refusal = 'missing' | 'early' | 'closed' | 'password' | 'full'

export type Admission =
  | { admitted: true; form: OpenForm; refusal?: undefined }
  | { admitted: false; form: OpenForm; refusal: Exclude<Refusal, 'missing'> }
  | { admitted: false; form?: undefined; refusal: 'missing' }

/**
 * Whether a visitor may fill in a form now. Access settings are always those of the newest version
 * (docs/decisions.md: Versions). `full` is asked for only where it is shown: what decides is the claim in the
 * submission's own transaction.
 */
export async function admit(
  slugOrId: string,
  credentials: Credentials,
  { now, countAll }: { now: number; countAll: boolean },
): Promise<Admission> {
  const form = await formState(slugOrId)
  if (!form || !isPublished(form)) return { admitted: false, refusal: 'missing' }
  const { access } = form
  if (access.opensAt !== undefined && now < Date.parse(access.opensAt))
    return { admitted: false, refusal: 'early', form }
  const over = access.closesAt !== undefined && now >= Date.parse(access.closesAt)
  if (over || form.closedAt !== null) return { admitted: false, refusal: 'closed', form }
  if (!opens(form, credentials)) return { admitted: false, refusal: 'password', form }
  if (countAll && access.maxSubmissions !== undefined && (await isFull(form, access.maxSubmissions))) {
    return { admitted: false, refusal: 'full', form }
  }
  return { admitted: true, form }
}

/**
 * The form as this node last knew it, for what is said to this visitor while the database is away; undefined for whoever
 * may not know it.
 */
export function lastAdmitted(slug: string, credentials: Credentials): OpenForm | undefined {
  const form = lastKnownState(slug)
  return form && isPublished(form) && opens(form, credentials) ? form : undefined
}

/** The refusal as programs read it. */
export function refused(refusal: Refusal): CodedError {
  return { missing: noForm, early: notOpenYet, closed, password: passwordNeeded, full }[refusal]()
}

/** The status of the page that tells people (docs/decisions.md: Versions). */
export const STATUS: Record<Refusal, number> = {
  missing: 404,
  early: 403,
  closed: 410,
  password: 401,
  full: 409,
}

function isPublished(form: FormState): form is OpenForm {
  return form.publishedVersion !== null
}

async function isFull(form: OpenForm, limit: number): Promise<boolean> {
  return within(form.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { taken: number }[] }>(
      `select coalesce(
         (select taken from claims where workspace_id = ? and form_id = ? and key = '${ALL}'),
         (select count(*) from (select 1 from submissions where workspace_id = ? and form_id = ? limit ?) counted)
       )::int as taken`,
      [form.workspaceId, form.formId, form.workspaceId, form.formId, limit],
    )
    return (rows[0]?.taken ?? 0) >= limit
  })
}
