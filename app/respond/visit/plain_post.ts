import { randomUUID } from 'node:crypto'
import type { PublishedForm } from '#app/forms/versions'
import { CodedError } from '#app/http/errors'
import type { OpenForm } from '#app/respond/visit/admission'
import type { Ending } from '#app/respond/submission/ending'
import { fileFieldsOf } from '#app/respond/page/form_page'
import { pageOf, pageTurn, type Press, type Raws, type PageMessages } from '#app/respond/visit/page_turn'
import { postedContent } from '#app/respond/submission/posted_content'
import type { Post } from '#app/respond/visit/read_post'
import {
  beginSession,
  moveFiles,
  type ResponseSession,
  saveSession,
  type SessionContext,
} from '#app/respond/visit/response_session'
import { takeSubmission } from '#app/respond/submission/take_submission'
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
  /** a hash of the address that it comes from */
  from: string
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

/** Does what a press of a button on a page without JavaScript asks for: keeps the visit, or sends it. */
export async function plainPost(turn: Turn): Promise<PlainOutcome> {
  const asked = await pageTurn(turn.form.workspaceId, pressOf(turn))
  if (asked.to === 'page') return goTo(turn, asked.raws, asked.page, asked.said)
  if (asked.to === 'problems') return showProblems(turn, asked.raws, asked.problems, asked.revealed)
  return send(turn, asked.raws, asked.response)
}

/** The press that a posted page is. */
export function pressOf({
  published,
  page,
  post,
  session,
  context,
  now,
}: Omit<Turn, 'form' | 'key' | 'from'>): Press {
  return { published, page, post, context, kept: session?.raws ?? {}, pages: session?.pages ?? [], now }
}

async function send(turn: Turn, raws: Raws, response: FormResponse): Promise<PlainOutcome> {
  const { form, published, page, context, key, now } = turn
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
    const at = pageOf(turn.published, response, problems[0]?.block)
    if (at === undefined) throw error
    if (at === page) return showProblems(turn, raws, problems)
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

async function goTo(turn: Turn, raws: Raws, page: string, said: PageMessages): Promise<PlainOutcome> {
  return { result: 'page', session: await keep(turn, raws, page, said), page }
}

/**
 * Shown at once, without a redirect. A session is needed only where a file would have to be sent a second time, or where
 * it must be known next time which questions were on the page.
 */
async function showProblems(
  turn: Turn,
  raws: Raws,
  problems: BlockProblem[],
  revealed = false,
): Promise<PlainOutcome> {
  const { page } = turn
  const kept = turn.session || revealed || fileFieldsOf(turn.published, page).size > 0
  const session = kept ? await keep(turn, raws, page, {}) : undefined
  return { result: 'problems', session, page, raws, problems }
}

async function keep(turn: Turn, raws: Raws, page: string, said: PageMessages): Promise<ResponseSession> {
  const { params, startedOn, locale } = turn.context
  const context = { startedOn, locale, ...(params && { params }), ...said }
  const pages = [...new Set([...(turn.session?.pages ?? [turn.page]), page])]
  const kept = { submissionKey: turn.key, version: turn.published.version, raws, pages, context }
  if (!turn.session) return beginSession(turn.form, kept, turn.from)
  const session = { ...turn.session, ...kept }
  await saveSession(turn.form, session, turn.from)
  return session
}

function blockProblems(details: unknown): BlockProblem[] {
  return Array.isArray(details) ? details : []
}
