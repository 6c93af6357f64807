import { IN_BIN } from '#app/forms/bin'
import { notInBin } from '#app/forms/errors'
import { notifyForm } from '#app/forms/events'
import { publishedForm } from '#app/forms/publications'
import { forgetState, formState } from '#app/forms/states'
import { type PublishedForm, versionOf } from '#app/forms/versions'
import { CodedError, notFound } from '#app/http/errors'
import { inSlices } from '#app/http/in_slices'
import { busy } from '#app/http/load_shedding'
import { notifyOutbox } from '#app/outbox/notify'
import {
  addClaims,
  claimsOf,
  type CountedClaim,
  forgetUnclaimed,
  isNewest,
  lockClaims,
} from '#app/respond/submission/claims'
import { claimsCounted } from '#app/respond/submission/count_claims'
import { answersOf } from '#app/respond/submission/blocks'
import { MOST_BYTES, oneMoveAtATime } from '#app/submissions/delete_submissions'
import { type Scope, within } from '#app/workspaces/within'
import { blockOf } from '#engine/document/block_of'
import { asWords } from '#engine/document/names'
import type { Response, StoredAnswers } from '#engine/response/response'
import { settledResponse } from '#engine/response/settled'
import type { Steps } from '#engine/steps'

/** Questions that a refusal names. */
const MOST_NAMED = 5

/** So many claims are taken in one transaction, which has its time; those of one submission in any case. */
const MOST_CLAIMS = 5_000

/** So long, in milliseconds, another one is begun: a request ends while somebody waits for it. */
const PATIENCE = 3_000

interface Row {
  id: string
  version: number
  answers: StoredAnswers
  received_at: Date
  fits: boolean
}

/** A submission that is to come back, with what it claims. */
interface Returning {
  id: string
  claims: readonly CountedClaim[]
  /** what the questions are called whose claims these are */
  namesOf: (claims: readonly CountedClaim[]) => string[]
}

/** Of several that were to come back: those that did, and why not the others. */
interface Restoration {
  restored: string[]
  refused: { id: string; error: CodedError }[]
}

/** What became of those that were to come back in one transaction. */
interface Outcome {
  back: string[]
  /** with the claims that others have by now */
  usedUp: { one: Returning; claims: readonly CountedClaim[] }[]
  /** the form has no places for them */
  full: Returning[]
}

/**
 * Takes submissions out of the bin, as they were and with their ids and files. They claim anew what their fields ask for,
 * who came first before the others and by the limits of today, and the outbox has them as submissions that came: whoever was told that they are gone is told
 * of them again. They come in one transaction, or in several where they claim much.
 * Refused is with E_NOT_IN_BIN (404) what is not in there any more, with E_NOT_FOUND (404) what answers a version that cannot be
 * read, with E_USED_UP (409) of what somebody else has by now what it had, and nothing of that has changed then. What is in neither list was not got to: it is to be asked for again.
 */
export async function restoreSubmissions(
  workspaceId: string,
  formId: string,
  ids: readonly string[],
): Promise<Restoration> {
  const found = await inBin(workspaceId, formId, ids)
  const there = new Set(found.map(({ id }) => id))
  const restored: string[] = []
  const refused: Restoration['refused'] = []
  const refuse = (id: string, error: CodedError) => void refused.push({ id, error })
  for (const id of ids) if (!there.has(id)) refuse(id, notInBin())

  const rows = found.filter(({ fits }) => fits)
  const newest = await publishedForm(workspaceId, formId)
  const returning = await claiming({ workspaceId, formId }, rows, newest)
  for (const { id } of rows) if (!returning.has(id)) refuse(id, notFound())
  const limit = (await formState(formId))?.access.maxSubmissions

  const began = performance.now()
  for (const some of groupsOf([...returning.values()])) {
    if (performance.now() - began > PATIENCE) break
    const outcome = await within(workspaceId, async (scope) =>
      (await isNewest(scope, formId, newest?.version ?? null))
        ? putBack(scope, formId, some, limit)
        : 'moved',
    )
    if (outcome === 'moved') {
      // by another process, of which this one was not told yet
      forgetState(formId)
      break
    }
    const { back, usedUp, full } = outcome
    notifyOutbox()
    restored.push(...back)
    for (const id of back) notifyForm(formId, { name: 'submissions', data: { restored: id } })
    for (const { one, claims } of usedUp) refuse(one.id, taken(one.namesOf(claims)))
    for (const { id } of full) refuse(id, formFull(limit ?? 0))
    const settled = new Set([...back, ...usedUp.map(({ one }) => one.id), ...full.map(({ id }) => id)])
    for (const { id } of some) if (!settled.has(id)) refuse(id, notInBin())
  }
  return { restored, refused }
}

/** In their order, as many together as claim no more than one transaction takes. */
function groupsOf(all: readonly Returning[]): Returning[][] {
  const groups: Returning[][] = []
  let room = 0
  for (const one of all) {
    if (groups.length === 0 || one.claims.length > room) {
      groups.push([])
      room = MOST_CLAIMS
    }
    room -= one.claims.length
    groups.at(-1)?.push(one)
  }
  return groups
}

async function inBin(workspaceId: string, formId: string, ids: readonly string[]): Promise<Row[]> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `select id, version, received_at, fits, case when fits then answers end as answers
       from (
         select *, sum(bytes) over (order by received_at, id) - bytes < ${MOST_BYTES} as fits
         from (
           select id, version, received_at, answers,
             coalesce(bytes, octet_length(answers::text)) + pg_column_size(search) as bytes
           from deleted_submissions where workspace_id = ? and form_id = ? and id = any(?::uuid[]) and ${IN_BIN}
         ) sized
       ) summed order by received_at, id`,
      [workspaceId, formId, [...ids]],
    )
    return rows
  })
}

/** What each of them claims, by id; without those whose version nobody can read. Throws E_BUSY while it is not counted what others have. */
async function claiming(
  place: { workspaceId: string; formId: string },
  rows: readonly Row[],
  published: PublishedForm | undefined,
): Promise<Map<string, Returning>> {
  const { workspaceId, formId } = place
  const versions = new Map<number, PublishedForm>()
  for (const number of new Set(rows.map(({ version }) => version))) {
    const version = await versionOf(workspaceId, formId, number)
    if (version) versions.set(number, version)
  }
  const returning = await inSlices(claimSteps(rows, versions, published))
  const newest = published ?? versions.get(Math.max(...versions.keys()))
  const claims = [...returning.values()].some((one) => one.claims.length > 0)
  if (claims && newest && !(await claimsCounted(place, newest))) throw busy()
  return returning
}

function* claimSteps(
  rows: readonly Row[],
  versions: ReadonlyMap<number, PublishedForm>,
  newest: PublishedForm | undefined,
): Steps<Map<string, Returning>> {
  const returning = new Map<string, Returning>()
  for (const { id, version: number, answers, received_at } of rows) {
    const version = versions.get(number)
    if (!version) continue
    let response: Response | undefined
    // few forms ask for a text
    const textOf: Response['text'] = (path, text) => {
      response ??= settledResponse(version.plans.server, answersOf, answers, {
        locale: version.document.settings.general.language,
        now: received_at.getTime(),
      })
      return response.text(path, text)
    }
    returning.set(id, {
      id,
      claims: claimsOf(version, newest ?? version, answers, textOf),
      namesOf: (claims) => namesOf(claims, version, textOf),
    })
    yield
  }
  return returning
}

/**
 * Puts those back of which there is what they claim, in their order. All take locks in one order: submissions and their
 * keys, then claims, then the places of the form; the segments in which they lie last (drop_segment_of_old). Rows of the
 * bin are locked before, so that nobody removes them, or their files, meanwhile.
 */
async function putBack(
  scope: Scope,
  formId: string,
  some: readonly Returning[],
  limit: number | undefined,
): Promise<Outcome> {
  const { trx, workspaceId } = scope
  await oneMoveAtATime(scope, formId)
  const ids = some.map(({ id }) => id)
  const rows = await storeAgain(scope, formId, ids)
  // again for what somebody sent with the same key meanwhile: that is there now, and seen
  if (rows.length < ids.length) rows.push(...(await storeAgain(scope, formId, ids)))
  const times = new Map(rows.map(({ id, received_at }) => [id, received_at.toISOString()]))
  const there = some.filter(({ id }) => times.has(id))
  const { granted, usedUp } = await grant(scope, formId, there)
  await takeOut(
    scope,
    usedUp.map(({ one }) => one.id),
  )
  const given = limit === undefined ? granted.length : await placesOf(scope, formId, limit, granted.length)
  const full = granted.slice(given)
  await takeOut(
    scope,
    full.map(({ id }) => id),
  )

  const returned = granted.slice(0, given)
  const back = returned.map(({ id }) => id)
  await addClaims(scope, formId, returned)
  const kept = [...usedUp.map(({ one }) => one), ...full]
  await forgetUnclaimed(scope, formId, keysOf(kept))
  await trx.rawQuery('delete from deleted_submissions where workspace_id = ? and id = any(?::uuid[])', [
    workspaceId,
    back,
  ])
  await trx.rawQuery(
    `update files set status = 'claimed'
     where workspace_id = ? and submission_id = any(?::uuid[]) and status = 'deleted'`,
    [workspaceId, back],
  )
  await trx.rawQuery(
    // with its time: it is not the last one that came
    `insert into outbox (workspace_id, form_id, event, submission_id, payload)
     select ?, ?, 'submission.created', b.id, b.payload
     from json_to_recordset(?::json) as b (id uuid, payload jsonb)`,
    [
      workspaceId,
      formId,
      JSON.stringify(back.map((id) => ({ id, payload: { received_at: times.get(id) } }))),
    ],
  )
  return { back, usedUp, full }
}

/** Those in the bin that are not back yet are submissions again, but for those whose key somebody has just taken. */
async function storeAgain(
  { trx, workspaceId }: Scope,
  formId: string,
  ids: readonly string[],
): Promise<{ id: string; received_at: Date }[]> {
  const { rows } = await trx.rawQuery<{ rows: { id: string; received_at: Date }[] }>(
    `with back as materialized (
       select * from deleted_submissions d
       where workspace_id = ? and form_id = ? and id = any(?::uuid[]) and ${IN_BIN}
         and not exists (select from submissions s where s.workspace_id = d.workspace_id and s.id = d.id)
       for update of d
     )
     insert into submissions (workspace_id, form_id, id, version, submission_key, content_hash, status, answers, meta,
                              search, received_at, updated_at)
     select workspace_id, form_id, id, version,
       -- what was sent again after the deletion is another submission, and has the key
       case when exists (
         select from submissions o where o.form_id = back.form_id and o.submission_key = back.submission_key
       ) or row_number() over (partition by submission_key order by received_at desc, id desc) > 1
         then gen_random_uuid() else submission_key end,
       content_hash, status, answers, meta, search, received_at, updated_at
     from back
     -- in the order in which they are stored when they are sent, so that neither waits for the other
     order by submission_key
     on conflict (form_id, submission_key) do nothing
     returning id, received_at`,
    [workspaceId, formId, [...ids]],
  )
  return rows
}

/** Which of them get what they claim: who came first before the others. Until the transaction ends nobody else takes it. */
async function grant(
  scope: Scope,
  formId: string,
  all: readonly Returning[],
): Promise<Pick<Outcome, 'usedUp'> & { granted: Returning[] }> {
  const counts = await lockClaims(scope, formId, keysOf(all))
  const granted: Returning[] = []
  const usedUp: Outcome['usedUp'] = []
  const countOf = (key: string) => counts.get(key) ?? 0
  for (const one of all) {
    const lacking = one.claims.filter(({ key, limit, count }) => countOf(key) + count > limit)
    if (lacking.length > 0) {
      usedUp.push({ one, claims: lacking })
      continue
    }
    granted.push(one)
    for (const { key, count } of one.claims) counts.set(key, countOf(key) + count)
  }
  return { granted, usedUp }
}

function keysOf(all: readonly Returning[]): string[] {
  return [...new Set(all.flatMap(({ claims }) => claims.map(({ key }) => key)))]
}

/** So many places of the form it takes, of those just stored. */
async function placesOf(
  { trx, workspaceId }: Scope,
  formId: string,
  limit: number,
  wanted: number,
): Promise<number> {
  if (wanted === 0) return 0
  const { rows } = await trx.rawQuery<{ rows: { given: number }[] }>(
    'select take_places(?, ?, ?, ?) as given',
    [workspaceId, formId, limit, wanted],
  )
  return rows[0].given
}

/** Of what was just put back: it is in the bin as before. */
async function takeOut({ trx, workspaceId }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.rawQuery('delete from submissions where workspace_id = ? and id = any(?::uuid[])', [
    workspaceId,
    [...ids],
  ])
}

/** What the questions are called whose answers others have by now. */
function namesOf(
  claims: readonly CountedClaim[],
  { document }: PublishedForm,
  textOf: Response['text'],
): string[] {
  const paths = claims.flatMap(({ problems = [] }) =>
    problems.map(({ block, path }) => ({ path: path ?? block, block })),
  )
  const names = paths.map(({ path, block }) => {
    const known = blockOf(document, block)
    return textOf(path, 'label') || asWords(known?.key ?? known?.kind ?? block)
  })
  return [...new Set(names)]
}

function taken(names: readonly string[]): CodedError {
  const said = names.slice(0, MOST_NAMED).map((name) => `“${name}”`)
  const more = names.length > MOST_NAMED ? ', …' : ''
  const what = said.length > 0 ? `what it answered to ${said.join(', ')}${more}` : 'what it had'
  const message = `It cannot be restored: ${what} is taken by now. Delete the submission that has it, or raise the limit in the form, then restore this one.`
  return new CodedError('E_USED_UP', 409, message)
}

function formFull(limit: number): CodedError {
  const message = `It cannot be restored: the form has the ${limit.toLocaleString('en')} submissions it takes. Delete another or raise the limit in the form, then restore this one.`
  return new CodedError('E_USED_UP', 409, message)
}
