import { randomUUID } from 'node:crypto'
import type { FileReference } from '#kit/answer'
import type { PublishedForm } from '#app/forms/versions'
import { CodedError } from '#app/http/errors'
import type { OpenForm } from '#app/respond/admission'
import { fieldOf } from '#app/respond/blocks'
import type { Ending } from '#app/respond/ending'
import { fileFieldsOf } from '#app/respond/form_page'
import { postedContent } from '#app/respond/posted_content'
import type { Post } from '#app/respond/read_post'
import {
  beginSession,
  moveFiles,
  type ResponseSession,
  saveSession,
  type SessionContext,
} from '#app/respond/response_session'
import { respond, takeSubmission } from '#app/respond/take_submission'
import type { BlockProblem, Response as FormResponse } from '#engine/response/response'

/** A posted page with all that is known of its visit. */
export interface Turn {
  form: OpenForm
  published: PublishedForm
  page: string
  post: Post
  /** absent before the first page turn */
  session: ResponseSession | undefined
  context: SessionContext
  key: string
  now: number
}

/** What a posted page leads to. */
export type PlainOutcome =
  | { result: 'sent'; id: string; ending: Ending }
  | { result: 'page'; session: ResponseSession; page: string }
  /** the same page again, with what is wrong; a session exists where files must be remembered */
  | {
      result: 'problems'
      session: ResponseSession | undefined
      page: string
      raws: Raws
      problems: BlockProblem[]
    }

type Raws = Record<string, unknown>

/**
 * One press of a button on a page without JavaScript. The server runs the engine over what was kept and what was
 * posted (walls: W9, W10): Back keeps everything and judges nothing; Next judges the page; Send judges all pages.
 */
export async function plainPost(turn: Turn): Promise<PlainOutcome> {
  const { page, post } = turn
  const { before, raws } = posted(turn)
  const response = respondTo(turn, raws)

  if (post.go.startsWith('remove:')) return goTo(turn, raws, page)
  if (post.go === 'back') return goTo(turn, raws, pageBefore(turn, response))

  const revealed = response.blocksOf(page).filter((id) => response.relevant(id) && !before.relevant(id))
  const refused = new Set(post.problems.map((problem) => problem.block))
  const others = response
    .problems(page)
    .filter(({ block }) => !revealed.includes(block) && !refused.has(block))
  const problems = [...post.problems, ...others]
  if (problems.length > 0) return showProblems(turn, raws, page, problems)
  const questions = revealed.filter((id) => response.field(id) && !isComputed(turn, id))
  if (questions.length > 0) {
    const notice = { page, key: 'notice.revealed', params: { count: questions.length }, focus: questions[0] }
    return goTo(turn, raws, page, { notice })
  }
  const next = response.turn(page)
  return next.to === 'page' ? goTo(turn, raws, next.page) : send(turn, raws, response)
}

/** What the page holds when it comes back as it was posted: nothing is judged or kept. */
export function asPosted(turn: Turn): Raws {
  return posted(turn).raws
}

function posted(turn: Turn): { before: FormResponse; raws: Raws } {
  const before = respondTo(turn, turn.session?.raws ?? {})
  return { before, raws: { ...before.raws(), ...postedRaws(turn, before) } }
}

async function send(turn: Turn, raws: Raws, response: FormResponse): Promise<PlainOutcome> {
  const { form, published, page, context, key, now } = turn
  const wrong = response.problems()
  const first = pageOf(response, wrong[0]?.block)
  if (first === page) return showProblems(turn, raws, page, response.problems(page))
  if (first !== undefined) return goTo(turn, raws, first, { attempted: first })
  try {
    const taken = await takeSubmission(form, {
      submissionKey: key,
      version: published.version,
      raws,
      cleared: [],
      content: await postedContent(form, key, raws),
      source: 'form',
      locale: context.locale,
      startedOn: context.startedOn,
      ...(context.params && { params: context.params }),
      now,
    })
    return { result: 'sent', id: taken.id, ending: taken.ending }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    if (error.code === 'E_KEY_REUSED') return sendAgain(turn, raws)
    const problems = error.code === 'E_ANSWERS' ? blockProblems(error.details) : []
    const at = pageOf(response, problems[0]?.block)
    if (at === undefined) throw error
    if (at === page) return showProblems(turn, raws, page, problems)
    return goTo(turn, raws, at, { attempted: at, problems })
  }
}

/** The key was used for other answers: everything is still there, under a fresh key. */
async function sendAgain(turn: Turn, raws: Raws): Promise<PlainOutcome> {
  const fresh = randomUUID()
  await moveFiles(turn.form, turn.key, fresh)
  return goTo({ ...turn, key: fresh }, raws, turn.page, {
    notice: { page: turn.page, key: 'notice.conflict' },
  })
}

async function goTo(
  turn: Turn,
  raws: Raws,
  page: string,
  said: Pick<SessionContext, 'attempted' | 'problems' | 'notice'> = {},
): Promise<PlainOutcome> {
  return { result: 'page', session: await keep(turn, raws, page, said), page }
}

/** Shown at once, without a redirect. A session is needed only where a file would have to be sent a second time. */
async function showProblems(
  turn: Turn,
  raws: Raws,
  page: string,
  problems: BlockProblem[],
): Promise<PlainOutcome> {
  const filed = fileFieldsOf(turn.published, page).size > 0
  const session = turn.session || filed ? await keep(turn, raws, page, {}) : undefined
  return { result: 'problems', session, page, raws, problems }
}

async function keep(
  turn: Turn,
  raws: Raws,
  page: string,
  said: Partial<SessionContext>,
): Promise<ResponseSession> {
  const { params, startedOn, locale } = turn.context
  const context = { startedOn, locale, ...(params && { params }), ...said }
  const pages = [...new Set([...(turn.session?.pages ?? [turn.page]), page])]
  const kept = { submissionKey: turn.key, version: turn.published.version, raws, pages, context }
  if (!turn.session) return beginSession(turn.form, kept)
  const session = { ...turn.session, ...kept }
  await saveSession(turn.form, session)
  return session
}

function respondTo({ published, context, now }: Turn, raws: Raws): FormResponse {
  return respond(published, { ...context, raws, source: 'form', now })
}

/**
 * Raw values of the posted page. A field that was shown and is missing was emptied: unticked boxes are not sent. What
 * was not shown is not touched.
 */
function postedRaws({ published, page, post }: Turn, before: FormResponse): Raws {
  const removed = post.go.startsWith('remove:') ? post.go.slice('remove:'.length) : undefined
  const raws: Raws = {}
  for (const id of before.blocksOf(page)) {
    const block = published.document.blocks.find((one) => one.id === id)
    const field = block && fieldOf(block)
    const state = before.field(id)
    const entries = post.entries.get(id)
    const shown = state?.relevant && !state.disabled
    if (!field || field.computed || state?.disabled || !(shown || entries)) continue
    raws[id] = field.fromForm(without(entries ?? {}, removed))
  }
  return raws
}

/** The entries without the file that is to be removed. */
function without(
  entries: Record<string, (string | FileReference)[]>,
  file: string | undefined,
): Record<string, (string | FileReference)[]> {
  if (file === undefined) return entries
  const parts = Object.entries(entries).map(([part, values]) => {
    return [part, values.filter((value) => fileIdOf(value) !== file)] as const
  })
  return Object.fromEntries(parts)
}

function fileIdOf(value: string | FileReference): string | undefined {
  if (typeof value !== 'string') return value.id
  try {
    const parsed: { id?: unknown } | null = JSON.parse(value)
    return typeof parsed?.id === 'string' ? parsed.id : undefined
  } catch {
    return undefined
  }
}

function pageBefore({ page, session }: Turn, response: FormResponse): string {
  const pages = response.pages()
  const at = pages.indexOf(page)
  if (at > 0) return pages[at - 1] ?? page
  // No way leads here any more: back to the last page that is still on one.
  return session?.pages.findLast((one) => one !== page && pages.includes(one)) ?? pages[0] ?? page
}

function pageOf(response: FormResponse, block: string | undefined): string | undefined {
  if (block === undefined) return undefined
  return response.pages().find((page) => response.blocksOf(page).includes(block))
}

function isComputed({ published }: Turn, id: string): boolean {
  const block = published.document.blocks.find((one) => one.id === id)
  return (block && fieldOf(block)?.computed) ?? true
}

function blockProblems(details: unknown): BlockProblem[] {
  return Array.isArray(details) ? details : []
}
