import { isDeepStrictEqual } from 'node:util'
import { MOST_ITEMS } from '@formwright/kit/address'
import type { FileReference } from '@formwright/kit/answer'
import type { PublishedForm } from '#app/forms/versions'
import { blockAt, fieldPath, itemIds, pathsOf, repeatOf } from '#app/respond/submission/addresses'
import { answersOf, fieldOf } from '#app/respond/submission/blocks'
import { judgedAnswers } from '#app/respond/submission/judged_answers'
import { changeItems } from '#app/respond/visit/change_items'
import type { Post } from '#app/respond/visit/read_post'
import { codeOf } from '#app/respond/visit/take_codes'
import type { SessionContext } from '#app/respond/visit/response_session'
import { respond } from '#app/respond/submission/take_submission'
import { turns } from '#app/respond/submission/turn'
import type { Block } from '#engine/document/document'
import { BROKEN } from '#engine/document/broken'
import { judgeAhead, remembering } from '#engine/response/read_ahead'
import type { BlockProblem, FieldState, Response as FormResponse } from '#engine/response/response'
import type { Answers } from '#engine/registry'
import type { Steps } from '#engine/steps'

/** What a button that removes a file posts, with the file's id after it. */
const REMOVE = 'remove:'

export type Raws = Record<string, unknown>

/** What is said on the page that is come to. */
export type PageMessages = Pick<SessionContext, 'attempted' | 'problems' | 'notice' | 'focus'>

/** A button that was pressed on a page, with all that is known of its visit. */
export interface Press {
  published: Pick<PublishedForm, 'document' | 'plans'>
  page: string
  post: Post
  context: SessionContext
  /** raw values of the visit before */
  kept: Readonly<Raws>
  /** pages in the order they were come to */
  pages: readonly string[]
  now: number
}

/** What a press asks for, before anything of it is done. */
export type PageTurn =
  | { to: 'page'; page: string; raws: Raws; said: PageMessages }
  /** the same page again, with what is wrong; `revealed`: also with questions that were not on it before */
  | { to: 'problems'; raws: Raws; problems: BlockProblem[]; revealed: boolean }
  /** nothing is wrong on any page */
  | { to: 'send'; raws: Raws; response: FormResponse }

/**
 * One press of a button on a page without JavaScript. The engine runs over what was kept and what was posted
 * (docs/decisions.md: Without JavaScript first): Back keeps everything and judges nothing; Next judges the page; Send
 * judges all pages.
 */
export function pageTurn(workspaceId: string, press: Press): PageTurn | Promise<PageTurn> {
  return turns(workspaceId, answersIn(press), turnSteps(press))
}

function* turnSteps(press: Press): Steps<PageTurn> {
  const { page, post, published } = press
  const read = remembering(answersOf)
  const { before, raws } = yield* posted(press, read)
  yield
  const response = yield* respondTo(press, raws, read)
  yield* judgeAhead(published.plans.server, response)
  const goTo = (to: string, said: PageMessages = {}): PageTurn => ({ to: 'page', page: to, raws, said })

  const focus = changeItems(published, page, post.go, response)
  if (focus !== undefined) {
    return { to: 'page', page, raws: response.raws(), said: unkeptOn(page, post) ?? { focus } }
  }
  if (post.go.startsWith(REMOVE)) return goTo(page, unkeptOn(page, post) ?? { focus: focusAfter(post) })
  const coded = codeOf(post.go)
  if (coded !== undefined) {
    // it was done before; what was wrong with it is said where it was pressed
    if (post.problems.length > 0) return { to: 'problems', raws, problems: post.problems, revealed: false }
    return goTo(page, { focus: `c-${coded}-code` })
  }
  if (post.go === 'back') {
    const before = pageBefore(press, response)
    return goTo(before, unkeptOn(before, post))
  }

  // A script may have drawn there already what an answer reveals, and be too late for the button.
  const revealed = pathsOn(press, response).filter(
    (path) =>
      isOpen(response, path) &&
      (isOpen(before, path) ? offersOthers(published, path, before, response) : !post.entries.has(path)),
  )
  yield
  const passed = new Set([...revealed, ...post.problems.map(({ path }) => fieldPath(path))])
  const own = response.problems(page)
  yield
  const found = [...own, ...(yield* judgedOn(press, response, own))]
  yield
  const others = found.filter(({ path }) => !passed.has(fieldPath(path)))
  const problems = [...post.problems, ...others]
  if (problems.length > 0) return { to: 'problems', raws, problems, revealed: revealed.length > 0 }
  const questions = revealed.filter((path) => response.field(path) && !isComputed(published, path))
  if (questions.length > 0) {
    const notice = { page, key: 'notice.revealed', params: { count: questions.length }, focus: questions[0] }
    return goTo(page, { notice })
  }
  const next = response.turn(page)
  if (next.to === 'page') return goTo(next.page)
  const first = pageOf(published, response, response.problems()[0]?.block)
  yield
  if (first === page) return { to: 'problems', raws, problems: response.problems(page), revealed: false }
  if (first !== undefined) return goTo(first, { attempted: first })
  return { to: 'send', raws, response }
}

/** What server parts find wrong with what the page itself takes. */
function* judgedOn(
  { published: { document }, page }: Press,
  response: FormResponse,
  own: readonly BlockProblem[],
): Steps<BlockProblem[]> {
  const here = new Set(response.blocksOf(page))
  const known = new Set(own.map(({ path }) => fieldPath(path)))
  const stored = response.stored()
  yield
  const judged = yield* judgedAnswers(document, stored)
  return judged.filter(({ block, path }) => here.has(block) && !known.has(fieldPath(path)))
}

/** The files that came with a press that judges nothing and that were refused: they do not vanish unsaid. */
function unkeptOn(page: string, { problems }: Post): PageMessages | undefined {
  if (problems.length === 0) return undefined
  return { notice: { page, key: 'notice.files', refused: problems } }
}

/** What took the place of the Remove button that was pressed: the one of the next file, or the field. */
function focusAfter({ go, entries }: Post): string | undefined {
  const removed = go.slice(REMOVE.length)
  for (const [path, parts] of entries) {
    const files = Object.values(parts).flatMap((values) => values.flatMap((value) => fileIdOf(value) ?? []))
    const at = files.indexOf(removed)
    if (at === -1) continue
    const next = files[at + 1] ?? files[at - 1]
    return next === undefined ? `c-${path}` : REMOVE + next
  }
  return undefined
}

/** Where the focus goes on the page that is come to: to what is said there, else to what it is called. */
export function focusOf({ notice, focus = 'page' }: PageMessages): string {
  return notice ? (notice.focus ?? 'notice') : focus
}

/** What the page holds when it comes back as it was posted: nothing is judged. */
export async function asPosted(workspaceId: string, press: Press): Promise<Raws> {
  const { raws } = await turns(workspaceId, answersIn(press), posted(press))
  return raws
}

/** Whether a block is there to be seen, and answered if it asks something. */
function isOpen(response: FormResponse, path: string): boolean {
  return response.relevant(path) && response.field(path)?.disabled !== true
}

/** Whether a field has no answer yet that offers other things by now: they were not on the page. */
function offersOthers(
  { document }: Press['published'],
  path: string,
  before: FormResponse,
  response: FormResponse,
): boolean {
  const block = blockAt(document, path)
  const field = block && fieldOf(block)
  if (!field?.offered || response.field(path)?.answer !== undefined) return false
  const offered = (of: FormResponse) => of.settings(path, field.settings)[field.offered?.list ?? '']
  return !isDeepStrictEqual(offered(before), offered(response))
}

/** The addresses of all blocks of the page, those in items too. */
function pathsOn({ published: { document }, page }: Press, response: FormResponse): string[] {
  const here = new Set(response.blocksOf(page))
  return document.blocks
    .filter(({ id }) => here.has(id))
    .flatMap((block) => pathsOf(document, block, response))
}

/** The page a block is on, of those there are. */
export function pageOf(
  { plans }: Press['published'],
  response: FormResponse,
  block: string | undefined,
): string | undefined {
  if (block === undefined) return undefined
  const at = plans.server.blocks.find(({ id }) => id === block)?.page ?? -1
  const page = plans.server.pages[at]?.id
  // what begins a page is not on it
  return page !== undefined && page !== block && response.pages().includes(page) ? page : undefined
}

/** All that was written on the pages of a visit, as far as it says how long working it takes. */
function* answersIn({ kept, post }: Press): Iterable<unknown> {
  yield* Object.values(kept)
  yield* post.entries.values()
}

function* posted(press: Press, read = remembering(answersOf)): Steps<{ before: FormResponse; raws: Raws }> {
  const known = yield* respondTo(press, press.kept, read)
  const items = postedItems(press, known)
  const before =
    Object.keys(items).length > 0 ? yield* respondTo(press, { ...known.raws(), ...items }, read) : known
  const raws = yield* postedRaws(press, before)
  return { before, raws: { ...before.raws(), ...items, ...raws } }
}

/** The items of the sections of the page, as the page has them: another one may have been added elsewhere since. */
function postedItems({ published, page, post }: Press, before: FormResponse): Raws {
  const here = new Set(before.blocksOf(page))
  const sections = published.document.blocks.filter(
    (block) =>
      here.has(block.id) && repeatOf(block) && (before.relevant(block.id) || post.entries.has(block.id)),
  )
  return Object.fromEntries(
    sections.map(({ id }) => [id, itemIds(post.entries.get(id)?.[''] ?? []).slice(0, MOST_ITEMS + 1)]),
  )
}

function respondTo(
  { published, context, now }: Press,
  raws: Readonly<Raws>,
  answers: Answers,
): Steps<FormResponse> {
  return respond(published, { ...context, raws, source: 'form', now }, { answers })
}

/**
 * Raw values of the posted page. A field that was shown and is missing was emptied: unticked boxes are not sent. What
 * was not shown is not touched, nor is a field that follows other answers, or begins with half of one, and comes as it was
 * drawn.
 */
function* postedRaws({ published, page, post, context, now }: Press, before: FormResponse): Steps<Raws> {
  const { document } = published
  const here = new Set(before.blocksOf(page))
  const removed = post.go.startsWith(REMOVE) ? post.go.slice(REMOVE.length) : undefined
  const raws: Raws = {}
  for (const block of document.blocks) {
    const field = here.has(block.id) ? fieldOf(block) : undefined
    // who has no control cannot have been emptied
    if (!field || field.labelling === 'none') continue
    for (const path of pathsOf(document, block, before)) {
      const state = before.field(path)
      const entries = post.entries.get(path)
      const shown = state?.relevant && !state.disabled
      if (state?.disabled || !(shown || entries)) continue
      const raw = entries?.['']?.includes(BROKEN) ? BROKEN : field.fromForm(without(entries ?? {}, removed))
      const read = (given: unknown) => field.parse(given, { ...context, source: 'form', now })
      if (state && (follows(block) || isHalf(state)) && isAsDrawn(state, raw, read)) continue
      raws[path] = raw
    }
    yield
  }
  return raws
}

/** Whether the default of a field is made of other answers. */
function follows({ default: given }: Block): boolean {
  return given !== undefined && 'text' in given
}

/** Whether its default is half an answer, which is none before it was completed. */
function isHalf({ touched, raw, answer }: FieldState): boolean {
  return !touched && raw !== undefined && answer === undefined
}

function isAsDrawn(
  drawn: FieldState,
  raw: unknown,
  read: (raw: unknown) => { answer?: unknown; problems: readonly unknown[] },
): boolean {
  if (drawn.touched) return false
  const posted = read(raw)
  const stood = drawn.answer ?? (isHalf(drawn) ? read(drawn.raw).answer : undefined)
  return posted.problems.length === 0 && isDeepStrictEqual(posted.answer, stood)
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

function pageBefore({ page, pages }: Press, response: FormResponse): string {
  const open = response.pages()
  const at = open.indexOf(page)
  if (at > 0) return open[at - 1] ?? page
  // No way leads here any more: back to the last page that is still on one.
  const ways = new Set(open)
  return pages.findLast((one) => one !== page && ways.has(one)) ?? open[0] ?? page
}

function isComputed({ document }: Press['published'], path: string): boolean {
  const block = blockAt(document, path)
  const field = block && fieldOf(block)
  return field === undefined || field.formula !== undefined
}
