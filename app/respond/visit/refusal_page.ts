import type { HttpContext } from '@adonisjs/core/http'
import { publishedForm } from '#app/forms/publications'
import type { PublishedForm } from '#app/forms/versions'
import { devServers } from '#app/http/frontend'
import { inLine } from '#app/http/load_shedding'
import { databaseAway } from '#app/http/outage'
import { drawStateApart } from '#app/respond/page/draw_apart'
import type { DrawnPage } from '#app/respond/page/drawn_page'
import { credentialsOf, opens } from '#app/respond/visit/credentials'
import { type OpenForm, STATUS } from '#app/respond/visit/admission'
import { ownText, type Reason } from '#app/respond/visit/own_words'
import { plainAssets, renderer } from '#app/respond/page/renderer'
import { sendPage } from '#app/respond/page/send_page'
import { emptySettings } from '#engine/document/document'
import type { PublicLook } from '#engine/plan/public_form'
import type { StateView } from '../../../frontend/respondent/view.ts'

/** What the page says and offers besides the reason. */
export type RefusalMessages = Pick<StateView, 'problem' | 'written' | 'dropped' | 'again'>

/** Sends the page that says why there is nothing to fill in, with what its person had written. */
export async function sendRefusal(
  ctx: HttpContext,
  reason: Reason,
  form: OpenForm | undefined,
  saying: RefusalMessages = {},
): Promise<void> {
  const published = form && (await publishedForm(form.workspaceId, form.formId))
  const restarts = reason === 'gone' || reason === 'changed'
  const at = form && momentOf(reason, form.access)
  // what a password protects is not called by its name before that
  const known = form !== undefined && opens(form, credentialsOf(ctx))
  const look = plainLook(published)
  const own = known ? ownText(reason, form.access) : undefined
  const view: StateView = {
    ...look,
    ...(!known && unnamed(look)),
    ...(!published && { language: await askedLanguage(ctx) }),
    ...saying,
    state: reason,
    ...(own !== undefined && { own }),
    ...(at !== undefined && { at, assets: plainAssets(true) }),
    ...(restarts && form && { restart: `/forms/${form.slug}` }),
  }
  const drawn = await (form || Object.keys(saying).length > 0 ? draw(view) : drawnOnce(view))
  const personal = restarts || saying.written !== undefined || saying.again !== undefined
  sendPage(ctx, drawn, { status: statusOf(reason, saying), published, personal })
}

/** The language that the browser asks for: of what is not there nobody knows another. */
async function askedLanguage({ request }: HttpContext): Promise<string> {
  return request.language([...(await renderer()).languages]) ?? 'en'
}

/** Of more texts than these that are given back the page is drawn apart, for one at a time: so many wait, so long in milliseconds. */
const MANY = 1_000
const LINE = { most: 8, ms: 10_000 }

async function draw(view: StateView): Promise<DrawnPage> {
  const texts = (view.written?.length ?? 0) + (view.again?.entries.length ?? 0)
  // while developing, sources change
  if (texts > MANY && !devServers())
    return inLine([{ of: 'refusals of many answers', most: 1 }], LINE, () => drawStateApart(view))
  return (await renderer()).state(view)
}

/** Pages that tell of no form, and repeat nothing of what was sent, by what they say in which language. */
const plainPages = new Map<string, Promise<DrawnPage>>()

/** The page for what is not there: whoever guesses names asks for nothing else. While developing it is drawn each time. */
function drawnOnce(view: StateView): Promise<DrawnPage> {
  if (devServers()) return draw(view)
  const said = `${view.state} ${view.language}`
  const known = plainPages.get(said)
  if (known) return known
  const drawn = draw(view)
  plainPages.set(said, drawn)
  drawn.catch(() => plainPages.delete(said))
  return drawn
}

/** The house's own look: ink, and no colour. */
const HOUSE: PublicLook = { ...emptySettings('').appearance, accent: '#14171C' }

/** How a page that is no form looks: as the form does when it is published, or as the house where there is none. */
export function plainLook(published: PublishedForm | undefined) {
  const known = published?.publicForm
  return {
    title: known?.general.title ?? '',
    language: known?.general.language ?? 'en',
    appearance: known?.appearance ?? HOUSE,
    assets: plainAssets(),
  }
}

/** What tells nothing of the form in words: neither its title, nor what its logo is read as, nor what its CSS may say. */
function unnamed({ appearance: { logo, styles: _, ...appearance } }: ReturnType<typeof plainLook>) {
  return { title: '', appearance: logo ? { ...appearance, logo: { picture: logo.picture } } : appearance }
}

/** When the form opens, or closed by its date. */
function momentOf(reason: Reason, { opensAt, closesAt }: OpenForm['access']): string | undefined {
  if (reason === 'early') return opensAt
  return reason === 'closed' && closesAt !== undefined && Date.parse(closesAt) <= Date.now()
    ? closesAt
    : undefined
}

function statusOf(reason: Reason, { problem }: RefusalMessages): number {
  if (problem === 'slow') return 429
  if (reason === 'gone') return 404
  if (reason === 'away') return databaseAway().status
  return reason === 'changed' ? 409 : STATUS[reason]
}
