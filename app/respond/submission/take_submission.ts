import { blockOf } from '#engine/document/block_of'
import type { Block } from '#engine/document/document'
import { BROKEN } from '#engine/document/broken'
import { settledInSteps } from '#engine/response/settled'
import { startInSteps } from '#engine/response/start'
import type { BlockProblem, Response as FormResponse } from '#engine/response/response'
import type { Answers } from '#engine/registry'
import { rawsOfStored } from '#engine/response/stored'
import type { Steps } from '#engine/steps'
import { fingerprintOf } from '#app/forms/canonical'
import { notifyForm } from '#app/forms/events'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { notifyOutbox } from '#app/outbox/notify'
import { type FormState, forgetState, formState } from '#app/forms/states'
import { busy } from '#app/http/load_shedding'
import { plugins } from '#app/plugins/registry'
import { acceptedAnswers, goneFiles } from '#app/respond/submission/accepted_answers'
import { askedParams } from '#app/respond/submission/asked_params'
import { pathsOf, unaskedIn } from '#app/respond/submission/addresses'
import { answersOf } from '#app/respond/submission/blocks'
import { unconfirmedAnswers } from '#app/respond/submission/codes'
import { type Ending, endingOf } from '#app/respond/submission/ending'
import { AnswersRefused, closed, full, keyReused, noVersion } from '#app/respond/request/errors'
import { failpoint } from '#app/http/failpoints'
import { storeSubmission } from '#app/respond/submission/store_submission'
import { findSubmission, type StoredSubmission } from '#app/respond/submission/stored_submission'
import { refuseTooManyItems } from '#app/respond/submission/item_bound'
import { turns, turnsFor } from '#app/respond/submission/turn'

/** So many blocks are noted whose text was too long: those that read them have no value either. */
const MOST_TOO_LONG = 10

/** So often answers are judged again because the form was published meanwhile. */
const TRIES = 5

/** Answers on their way in, wherever they come from. */
export interface SentSubmission {
  submissionKey: string
  /** the version the respondent saw; the newest when unknown */
  version?: number
  /** what is to be read, by address */
  raws: Readonly<Record<string, unknown>>
  /** fields the person emptied */
  cleared: readonly string[]
  /**
   * addresses of questions that must be answered and cannot be asked, of which something was said all the same; absent
   * where a page was posted, which says so of all of them
   */
  unread?: readonly string[]
  /** what was sent, for telling a repeat from something new */
  content: unknown
  source: 'form' | 'data'
  locale: string
  timeZone?: string
  params?: Readonly<Record<string, string>>
  startedOn?: string
  now: number
  /** when it came, in milliseconds since the epoch, where that was not now: of a demo */
  receivedAt?: number
}

/** What became of it: stored now, or stored before by the same request. */
export interface TakenSubmission {
  id: string
  receivedAt: Date
  ending: Ending
}

/**
 * Takes a submission: reads each answer, computes, decides what is relevant, validates, makes files the submission's
 * own, and stores everything in one transaction. It answers after the commit, or throws a coded error; a repeat of the
 * same key and content gets the answer of the first time, whatever was edited since (docs/decisions.md: Identity),
 * also when the form would now refuse it (`refusal`).
 */
export async function takeSubmission(
  form: FormState,
  sent: SentSubmission,
  refusal?: Error,
): Promise<TakenSubmission> {
  const step = turnsFor(form.workspaceId, givenIn(sent))
  const contentHash = await step(() => fingerprintOf(sent.content))
  if (refusal) return repeated(form, sent, contentHash, refusal)
  let state = form
  for (let tries = 0; tries < TRIES; tries++) {
    const taken = await judgedAndStored(state, sent, contentHash)
    if (taken !== 'moved') return taken
    forgetState(form.formId)
    const now = await formState(form.formId)
    if (!now || now.publishedVersion === null) return repeated(form, sent, contentHash, closed())
    state = now
  }
  throw busy()
}

/** All that was sent, as far as it says how long it takes to be worked. */
function givenIn({ raws, cleared }: SentSubmission): unknown[] {
  return [...Object.values(raws), ...cleared]
}

/** 'moved' where another version was published meanwhile: its limits are those that hold. */
async function judgedAndStored(
  form: FormState,
  sent: SentSubmission,
  contentHash: string,
): Promise<TakenSubmission | 'moved'> {
  const published = await publishedForm(form.workspaceId, form.formId, sent.version)
  if (!published) return repeated(form, sent, contentHash, noVersion())
  const tooLong: (readonly string[])[] = []
  const response = await turns(
    form.workspaceId,
    givenIn(sent),
    respond(published, sent, { tooLong: (blocks) => tooLong.push(blocks) }),
  )
  const unasked = unaskedIn(published).flatMap((block) => openPaths(published, block, response))
  const accepted = await acceptedAnswers(form, published, response, { uploadKey: sent.submissionKey })
  const problems = [
    ...('problems' in accepted
      ? accepted.problems
      : unconfirmedAnswers(form, published.document, accepted.answers, sent.raws)),
    ...unsaid(unasked, sent),
  ]
  if ('problems' in accepted || problems.length > 0)
    return repeated(form, sent, contentHash, new AnswersRefused(problems, published.document))
  const excused = [...excusedIn(published, sent, response), ...accepted.failed, ...unasked]
  const params = askedParams(published.plans.server, sent.params)
  const stored = await storeSubmission({
    workspaceId: form.workspaceId,
    formId: form.formId,
    version: published.version,
    submissionKey: sent.submissionKey,
    contentHash,
    answers: accepted.answers,
    meta: {
      locale: sent.locale,
      time_zone: sent.timeZone,
      started_on: sent.startedOn,
      source: sent.source,
      ending: response.ending(),
      ...(params && { params }),
      ...(excused.length > 0 && { excused }),
      ...(tooLong.length > 0 && { too_long: noted(tooLong) }),
    },
    search: accepted.search,
    files: accepted.files.map(({ id }) => id),
    claims: accepted.claims,
    limit: form.access.maxSubmissions,
    // both were read, one after the other
    newest: accepted.newest === form.publishedVersion ? accepted.newest : null,
    ...(sent.receivedAt !== undefined && { receivedAt: sent.receivedAt }),
  })
  if (stored === 'moved') return stored
  if (typeof stored === 'string') {
    // by whom a key is taken is found out there
    const gone = () => new AnswersRefused(goneFiles(accepted.files), published.document)
    const refusals = { closed, full, taken: keyReused, gone }
    return repeated(form, sent, contentHash, refusals[stored]())
  }
  if ('problems' in stored)
    return repeated(form, sent, contentHash, new AnswersRefused(stored.problems, published.document))
  failpoint('commit-reply')
  notifyOutbox()
  notifyForm(form.formId, { name: 'submissions', data: {} })
  return { ...stored, ending: endingOf(published, response) }
}

/** The ending a stored submission led to, from its own version, as the person reads it who sent it. */
export async function endingAgain(form: FormState, kept: StoredSubmission): Promise<Ending> {
  const published = await publishedForm(form.workspaceId, form.formId, kept.version)
  if (!published) return { texts: {} }
  const settling = settledInSteps(published.plans.server, answersOf, kept.answers, {
    locale: kept.locale,
    now: kept.receivedAt.getTime(),
  })
  const given = Object.values(rawsOfStored(published.plans.server, kept.answers))
  const response = await turns(form.workspaceId, given, settling)
  return endingOf(published, response, kept.ending)
}

/** What is noted of texts that were too long. */
export function noted(tooLong: readonly (readonly string[])[]): string[] {
  return [...new Set(tooLong.flat())].slice(0, MOST_TOO_LONG)
}

/**
 * A response of this version to what was sent, in steps: of many answers, each is read in one. `tooLong` is told of texts that
 * are too long to be a value, and of which blocks; `answers` are kinds that remember what was read of the same request before.
 */
export function respond(
  published: Pick<PublishedForm, 'plans'>,
  sent: Pick<SentSubmission, 'raws' | 'source' | 'locale' | 'now'> & Partial<SentSubmission>,
  { tooLong, answers = answersOf }: { tooLong?: (blocks: readonly string[]) => void; answers?: Answers } = {},
): Steps<FormResponse> {
  refuseTooManyItems(published.plans.server, sent.raws)
  // what was emptied is nothing, whatever the default is
  const emptied = (sent.cleared ?? []).map((path) => [path, undefined] as const)
  return startInSteps(published.plans.server, answers, {
    locale: sent.locale,
    now: sent.now,
    source: sent.source,
    ...(sent.timeZone !== undefined && { timeZone: sent.timeZone }),
    ...(sent.params && { params: sent.params }),
    ...(sent.startedOn !== undefined && { startedOn: sent.startedOn }),
    ...(tooLong && { tooLong }),
    raws: { ...sent.raws, ...Object.fromEntries(emptied) },
  })
}

/** A refused request may be the repeat of one that was taken: then it gets that answer instead. */
async function repeated(
  form: FormState,
  sent: SentSubmission,
  contentHash: string,
  refusal: Error,
): Promise<TakenSubmission> {
  const before = await findSubmission(form, sent.submissionKey)
  if (!before) throw refusal
  if (before.contentHash !== contentHash) throw keyReused()
  return { id: before.id, receivedAt: before.receivedAt, ending: await endingAgain(form, before) }
}

/** Addresses of the questions that were gone on without because their plugin failed; the log has their kinds. */
function excusedIn({ document }: PublishedForm, { raws }: SentSubmission, response: FormResponse): string[] {
  return Object.keys(raws).filter((path) => {
    const field = response.field(path)
    if (!field?.failed || !field.relevant || field.disabled) return false
    // what `parse` throws here was noted then
    if (raws[path] !== BROKEN) return true
    const kind = blockOf(document, field.block)?.kind ?? ''
    plugins.report({ kind, member: 'respond', error: new Error('A page says that its control fails.') })
    return true
  })
}

/** Where a block is shown in a response. */
function openPaths({ document }: PublishedForm, block: Block, response: FormResponse): string[] {
  return pathsOf(document, block, response).filter((path) => response.relevant(path))
}

/** Required holds for what cannot be asked, too: nobody goes past it without a word. */
function unsaid(unasked: readonly string[], { unread = unasked }: SentSubmission): BlockProblem[] {
  const excused = new Set(unread)
  return unasked
    .filter((path) => !excused.has(path))
    .map((path) => ({ block: path.split('.').at(-1) ?? path, path, code: 'required' }))
}
