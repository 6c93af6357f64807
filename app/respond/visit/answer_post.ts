import type { HttpContext } from '@adonisjs/core/http'
import { CodedError, tooMany } from '#app/http/errors'
import { isDrawnApart } from '#app/respond/page/draw_apart'
import { inDrawingLine } from '#app/respond/page/drawing_line'
import type { DrawnPage } from '#app/respond/page/drawn_page'
import { drawPage, type Visit } from '#app/respond/page/form_page'
import { leadTo, sendPage } from '#app/respond/page/send_page'
import { isBusy, withSubmissionPlace } from '#app/http/load_shedding'
import { asPosted } from '#app/respond/visit/page_turn'
import { type PlainOutcome, plainPost, pressOf, type Turn } from '#app/respond/visit/plain_post'
import { receiptOf } from '#app/respond/visit/receipt'
import { reasonOf } from '#app/respond/visit/own_words'
import { sendRefusal } from '#app/respond/visit/refusal_page'
import { writtenIn } from '#app/respond/visit/refused_post'
import { isMultipart, lookOf, sessionAddress } from '#app/respond/visit/request_visit'

/** A posted page as it comes back: what is shown in it and about it. */
type Again = Required<Pick<Visit, 'raws' | 'problems'>> & Pick<Visit, 'notice' | 'focus'> & { status: number }

/** Works a posted page and answers it. `late` says in how many seconds it may come again, when it came too soon. */
export async function answerPost(ctx: HttpContext, turn: Turn, query: string, late: number): Promise<void> {
  if (late > 0) return showLater(ctx, turn, query, tooMany(late))
  try {
    await answer(ctx, turn, query, await withSubmissionPlace(turn.form, () => plainPost(turn)))
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    if (isBusy(error)) return showLater(ctx, turn, query, error)
    const reason = reasonOf(error)
    if (!reason) throw error
    await sendRefusal(ctx, reason, turn.form, await writtenIn(ctx, turn.form, turn.session, turn.post))
  }
}

async function answer(ctx: HttpContext, turn: Turn, query: string, outcome: PlainOutcome): Promise<void> {
  const { form } = turn
  if (outcome.result === 'sent') {
    return leadTo(ctx, `/forms/${form.slug}/endings/${receiptOf(form, outcome.id)}`)
  }
  if (outcome.result === 'page') return leadTo(ctx, sessionAddress(form, outcome.session, outcome.page))
  const { session, page, raws, problems } = outcome
  await showAgain(ctx, { ...turn, session, page }, query, { raws, problems, status: 422 })
}

/** The page as it was posted, with a sentence that says to wait: nothing of it was stored. */
async function showLater(ctx: HttpContext, turn: Turn, query: string, why: CodedError): Promise<void> {
  for (const [name, value] of Object.entries(why.headers)) ctx.response.header(name, value)
  const key = isMultipart(ctx) ? 'notice.later.files' : 'notice.later'
  await showAgain(ctx, turn, query, {
    raws: await asPosted(turn.form.workspaceId, pressOf(turn)),
    problems: [],
    notice: { key },
    focus: 'notice',
    status: why.status,
  })
}

/** A posted page once more, with what was posted in it; what was written alone, where it cannot be drawn in time. */
export async function showAgain(
  ctx: HttpContext,
  turn: Turn,
  query: string,
  { status, ...shown }: Again,
): Promise<void> {
  const { form, published, session, key } = turn
  try {
    const drawn = await drawAgain(turn, query, shown)
    sendPage(ctx, drawn, { status, key: session?.submissionKey ?? key, published, personal: true })
  } catch (error) {
    if (!(error instanceof CodedError) || !isBusy(error)) throw error
    for (const [name, value] of Object.entries(error.headers)) ctx.response.header(name, value)
    await sendRefusal(ctx, 'away', form, await writtenIn(ctx, form, session, turn.post))
  }
}

/** Draws it; a large page when it has its turn, like those that are drawn for a visit. */
function drawAgain(
  { form, published, session, page, context }: Turn,
  query: string,
  shown: Omit<Again, 'status'>,
): Promise<DrawnPage> {
  const params =
    session?.context.params ?? (query === '' ? undefined : Object.fromEntries(new URLSearchParams(query)))
  const draw = () =>
    drawPage(published, lookOf(form), {
      page,
      ...shown,
      action: session
        ? sessionAddress(form, session, page)
        : `/forms/${form.slug}${query === '' ? '' : `?${query}`}`,
      locale: context.locale,
      ...(params && { params }),
    })
  return isDrawnApart(published) ? inDrawingLine(form, draw) : draw()
}
