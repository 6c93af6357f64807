import { isDeepStrictEqual } from 'node:util'
import { forgetState } from '#app/forms/states'
import { versionOf, type PublishedForm } from '#app/forms/versions'
import { CodedError, notFound } from '#app/http/errors'
import { busy } from '#app/http/load_shedding'
import { LARGEST_JSON } from '#app/http/read_json'
import { notifyOutbox } from '#app/outbox/notify'
import { AnswersRefused, full } from '#app/respond/request/errors'
import { acceptedAnswers, type AcceptedAnswers, goneFiles } from '#app/respond/submission/accepted_answers'
import { fieldPath, pathsOf, unaskedIn } from '#app/respond/submission/addresses'
import { answersOf, fieldOf } from '#app/respond/submission/blocks'
import { type CountedClaim, isNewest } from '#app/respond/submission/claims'
import { judgedAnswers } from '#app/respond/submission/judged_answers'
import { type NamedAnswers, readAnswers } from '#app/respond/submission/names'
import { usedUpClaims } from '#app/respond/submission/store_submission'
import { noted, respond } from '#app/respond/submission/take_submission'
import { turns } from '#app/respond/submission/turn'
import { CHANGED, changedMeanwhile, submissionTag } from '#app/submissions/submission_tag'
import { type Scope, within } from '#app/workspaces/within'
import { blockOf } from '#engine/document/block_of'
import { BROKEN } from '#engine/document/broken'
import type { BlockProblem, Response as FormResponse, StoredAnswers } from '#engine/response/response'
import type { ServerPlan } from '#engine/plan/plan'
import { settledInSteps } from '#engine/response/settled'
import { itemsIn, rawsOfStored } from '#engine/response/stored'
import { finish } from '#engine/steps'

/** Edits of a submission that are remembered; older ones are forgotten. */
const MOST_EDITS = 100
/** So often an edit is made anew because somebody else was quicker. */
const TRIES = 5
/** How the values of parts are read to be compared. */
const NOWHERE = { locale: 'en', now: 0, source: 'data' } as const

/** Which answers of a submission are to be others, and who says so. */
export interface Edit {
  workspaceId: string
  formId: string
  id: string
  /** by key, id or former key; null takes an answer out, what is not named stays */
  answers: Readonly<Record<string, unknown>>
  /** under which new files of it were sent */
  uploadKey?: string
  /** tags one of which the submission must have */
  exactly?: readonly string[]
  /** the id of who does it */
  by: string
}

/** A submission as it is before an edit. */
interface Row {
  version: number
  answers: StoredAnswers
  meta: Meta
  received_at: Date
  changed: string
}

interface Meta {
  locale?: string
  time_zone?: string
  started_on?: string
  params?: Record<string, string>
  excused?: string[]
  [name: string]: unknown
}

/**
 * Changes answers of a submission as if its respondent had given the new ones: read and validated by the version they
 * answered, at the time they answered it, computed anew, with what fields claim given back and taken, in one
 * transaction with the news of it. Answers the names that no question has any more. Throws 404, 412 where `exactly` says
 * another submission, E_ANSWERS and E_FULL as sending does; nothing has changed then.
 */
export async function editSubmission(edit: Edit): Promise<{ ignored: readonly string[] }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = await read(edit)
    if (!row) throw notFound()
    if (edit.exactly && !edit.exactly.includes(submissionTag(row.changed)))
      throw changedMeanwhile(row.changed)
    const version = await versionOf(edit.workspaceId, edit.formId, row.version)
    if (!version) throw notFound()
    const named = await readAnswers(edit, version, Object.entries(edit.answers), (section) =>
      itemsIn(row.answers[section]).map(({ id }) => id),
    )
    if (named.refusal) throw named.refusal
    const ready = await edited(edit, version, row, named)
    const blocks = changedBlocks(row.answers, ready.answers)
    if (blocks.length === 0 || (await stored(edit, version, row, ready, blocks))) {
      return { ignored: named.ignored }
    }
    forgetState(edit.formId)
  }
  throw busy()
}

async function read({ workspaceId, formId, id }: Edit): Promise<Row | undefined> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `select version, answers, meta, received_at, ${CHANGED} as changed
       from submissions s where workspace_id = ? and form_id = ? and id = ?`,
      [workspaceId, formId, id],
    )
    return rows[0]
  })
}

interface ReadyEdit extends AcceptedAnswers {
  meta: Meta
}

/** What is to be stored instead of a row. */
async function edited(
  edit: Edit,
  version: PublishedForm,
  row: Row,
  { raws: given, cleared, whole }: NamedAnswers,
): Promise<ReadyEdit> {
  const tooLong: (readonly string[])[] = []
  const { locale = 'en', time_zone, started_on, params, excused = [] } = row.meta
  const before = rawsOfStored(version.plans.server, row.answers)
  const kept = Object.entries(before).filter(([path]) => staysIn(path, given, whole))
  const was = await turns(
    edit.workspaceId,
    Object.values(before),
    settledInSteps(version.plans.server, answersOf, row.answers, {
      locale: version.document.settings.general.language,
      now: row.received_at.getTime(),
    }),
  )
  const raws = {
    ...Object.fromEntries(excused.map((path) => [path, BROKEN])),
    ...Object.fromEntries(kept),
    ...given,
  }
  const responding = respond(
    version,
    {
      raws,
      cleared: [...cleared, ...leftOut(version, was, raws)],
      source: 'data',
      locale,
      now: row.received_at.getTime(),
      ...(time_zone !== undefined && { timeZone: time_zone }),
      ...(started_on !== undefined && { startedOn: started_on }),
      ...(params && { params }),
    },
    { tooLong: (blocks) => tooLong.push(blocks) },
  )
  const response = await turns(edit.workspaceId, Object.values(raws), responding)
  const own = { submission: edit.id, ...(edit.uploadKey !== undefined && { uploadKey: edit.uploadKey }) }
  const known = knownProblems(version, was)
  const accepted = await acceptedAnswers(edit, version, response, own, (problem) =>
    wasThere(problem, version, was, response, known),
  )
  if ('problems' in accepted) throw new AnswersRefused(accepted.problems, version.document)
  // whoever edits can come again, so nothing is lost over a fault
  if (accepted.failed.length > 0) throw unread()
  const answers = withUnread(accepted.answers, row.answers, version.plans.server)
  if (JSON.stringify(answers).length > LARGEST_JSON) throw tooLarge()
  const { excused: _, too_long: __, ...meta } = row.meta
  const unasked = new Set(unaskedIn(version).map(({ id }) => id))
  const still = excused.filter(
    (path) => response.field(path)?.failed || unasked.has(path.split('.').at(-1) ?? ''),
  )
  return {
    ...accepted,
    answers,
    meta: {
      ...meta,
      ...(still.length > 0 && { excused: still }),
      ...(tooLong.length > 0 && { too_long: noted(tooLong) }),
    },
  }
}

/**
 * Whether an answer stays that is not named: in an item as long as the section lists that, and is not replaced as a whole.
 */
function staysIn(path: string, given: Readonly<Record<string, unknown>>, whole: readonly string[]): boolean {
  const [section = '', item] = path.split('.')
  const listed = given[section]
  if (item === undefined || listed === undefined) return true
  return !whole.includes(section) && Array.isArray(listed) && listed.includes(item)
}

/** Addresses of questions that were asked and left out: no default fills them in now. */
function leftOut(
  { document }: PublishedForm,
  was: FormResponse,
  raws: Readonly<Record<string, unknown>>,
): string[] {
  return document.blocks
    .flatMap((block) => pathsOf(document, block, was))
    .filter((path) => was.field(path)?.relevant && !(path in raws))
}

/**
 * Whether something was stored as it is and as wrong before the edit: kinds may have become stricter since. `problem` is of
 * the whole answer or of a part of it.
 */
function wasThere(
  { block: id, path, code, part }: BlockProblem,
  { document }: PublishedForm,
  was: FormResponse,
  response: FormResponse,
  known: () => ReadonlySet<string>,
): boolean {
  const block = blockOf(document, id)
  const field = block && fieldOf(block)
  const [before, now] = [was, response].map((of) => of.field(fieldPath(path))?.answer)
  if (!field || before === undefined || now === undefined) return false
  const [partBefore, partNow] = [before, now].map((answer) => field.values(answer, NOWHERE)[part ?? ''])
  const stayed = part !== undefined && partBefore !== undefined && isDeepStrictEqual(partBefore, partNow)
  if (!stayed && !isDeepStrictEqual(before, now)) return false
  return known().has(`${code} ${path}`)
}

/** What is wrong with answers as they are stored, as code and path; worked out once, when it is first asked for. */
function knownProblems({ document }: PublishedForm, was: FormResponse): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined
  return () =>
    (known ??= new Set(
      [...was.problems(), ...finish(judgedAnswers(document, was.stored()))].map(
        ({ code, path }) => `${code} ${path}`,
      ),
    ))
}

/** With the answers that nobody can read now, because the plugin of their question is not there. */
function withUnread(answers: StoredAnswers, before: StoredAnswers, { blocks }: ServerPlan): StoredAnswers {
  // without its plugin a question stands in the plan as content
  const answered = blocks.filter(({ family, repeat }) => family === 'field' || repeat !== undefined)
  const known = new Set(answered.map(({ id }) => id))
  const whole = (now: StoredAnswers, was: StoredAnswers): StoredAnswers => ({
    ...Object.fromEntries(Object.entries(was).filter(([block]) => !known.has(block))),
    ...now,
  })
  const result = whole(answers, before)
  for (const { id, repeat } of blocks) {
    if (repeat === undefined || answers[id] === undefined) continue
    const were = new Map(itemsIn(before[id]).map((item) => [item.id, item.answers]))
    result[id] = itemsIn(answers[id]).map((item) => ({
      id: item.id,
      answers: whole(item.answers, were.get(item.id) ?? {}),
    }))
  }
  return result
}

/** The blocks whose answers differ, sections with what is in them. */
function changedBlocks(before: StoredAnswers, after: StoredAnswers): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (block) => !isDeepStrictEqual(before[block], after[block]),
  )
}

/**
 * Stores an edit, with what it claims, its files and the news of it; false where somebody else edited meanwhile, or
 * published another version, by which claims are to be worked out.
 */
async function stored(
  edit: Edit,
  version: PublishedForm,
  row: Row,
  ready: ReadyEdit,
  blocks: readonly string[],
): Promise<boolean> {
  const { workspaceId, formId, id } = edit
  try {
    const done = await within(workspaceId, async (scope) => {
      if (!(await isNewest(scope, formId, ready.newest))) return false
      const { rows } = await scope.trx.rawQuery<{ rows: { changed: string }[] }>(
        `select ${CHANGED} as changed from submissions s
         where workspace_id = ? and form_id = ? and id = ? for update`,
        [workspaceId, formId, id],
      )
      if (!rows[0]) throw notFound()
      if (rows[0].changed !== row.changed) return false
      await takeFiles(scope, edit, version, ready)
      await changeClaims(scope, edit, ready.claims)
      await write(scope, edit, ready, blocks)
      return true
    })
    if (done) notifyOutbox()
    return done
  } catch (error) {
    const problems = usedUpClaims(error, ready.claims)?.flatMap((claim) => claim.problems ?? [])
    if (!problems) throw error
    throw problems.length > 0 ? new AnswersRefused(problems, version.document) : full()
  }
}

/** Claims the files that came for the edit, and leaves those that are in no answer any more to the collector. */
async function takeFiles(
  { trx, workspaceId }: Scope,
  { formId, id, uploadKey }: Edit,
  version: PublishedForm,
  { files, answers }: ReadyEdit,
): Promise<void> {
  const { rows: held } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `select id from files where workspace_id = ? and submission_id = ? and status = 'claimed'`,
    [workspaceId, id],
  )
  const ours = new Set(held.map((file) => file.id))
  const wanted = files.filter((file) => !ours.has(file.id))
  if (wanted.length > 0) {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `update files set status = 'claimed', submission_id = ?, uploaded_from = null
       where workspace_id = ? and form_id = ? and status = 'pending' and upload_key = ? and id = any(?::uuid[])`,
      [id, workspaceId, formId, uploadKey ?? '', wanted.map((file) => file.id)],
    )
    if (rowCount < new Set(wanted.map((file) => file.id)).size)
      throw new AnswersRefused(goneFiles(wanted), version.document)
  }
  const json = JSON.stringify(answers)
  const left = held.map((file) => file.id).filter((file) => !json.includes(file))
  if (left.length === 0) return
  await trx.rawQuery(
    `update files set status = 'pending', submission_id = null, created_at = 'epoch'
     where workspace_id = ? and id = any(?::uuid[])`,
    [workspaceId, left],
  )
}

async function changeClaims(
  { trx, workspaceId }: Scope,
  { formId, id }: Edit,
  claims: readonly CountedClaim[],
): Promise<void> {
  await trx.rawQuery('select change_claims(?, ?, ?, ?::json)', [
    ...[workspaceId, formId, id],
    JSON.stringify(claims.map(({ key, limit, count }) => ({ key, limit, count }))),
  ])
}

async function write(
  { trx, workspaceId }: Scope,
  { formId, id, by }: Edit,
  { answers, search, meta }: ReadyEdit,
  blocks: readonly string[],
): Promise<void> {
  await trx.rawQuery(
    `with changed as (
       update submissions
       set answers = :answers::jsonb, search = :search, meta = :meta::jsonb,
           -- never the same twice: it is what tells one state from the next
           updated_at = greatest(clock_timestamp(), coalesce(updated_at, received_at) + interval '1 microsecond')
       where workspace_id = :workspace and id = :id
       returning updated_at
     ),
     edits as (
       insert into submission_edits (workspace_id, form_id, submission_id, edited_at, edited_by, blocks)
       select :workspace, :form, :id, updated_at, :by, :blocks::text[] from changed
     )
     insert into outbox (workspace_id, form_id, event, submission_id, created_at)
     select :workspace, :form, 'submission.updated', :id, updated_at from changed`,
    {
      ...{ workspace: workspaceId, form: formId, id, by, search, blocks: [...blocks] },
      ...{ answers: JSON.stringify(answers), meta: JSON.stringify(meta) },
    },
  )
  await trx.rawQuery(
    `delete from submission_edits where workspace_id = :workspace and submission_id = :id and id in (
       select id from submission_edits where workspace_id = :workspace and submission_id = :id
       order by id desc offset ${MOST_EDITS})`,
    { workspace: workspaceId, id },
  )
}

function unread(): CodedError {
  const message =
    'A question could not be read because its plugin fails. Nothing was changed. Try again later.'
  return new CodedError('E_PLUGIN_FAILED', 503, message)
}

function tooLarge(): CodedError {
  const message = 'The submission would be larger than what can be sent. Send shorter answers.'
  return new CodedError('E_TOO_LARGE', 413, message)
}
