import type { PublishedForm } from '#app/forms/versions'
import { plugins } from '#app/plugins/registry'
import { blockAt } from '#app/respond/submission/addresses'
import { answersOf, fieldOf } from '#app/respond/submission/blocks'
import { leftOf } from '#app/respond/submission/left'
import { turns, turnsFor } from '#app/respond/submission/turn'
import { drawApart, isDrawnApart } from '#app/respond/page/draw_apart'
import type { DrawnPage } from '#app/respond/page/drawn_page'
import { linkPreview } from '#app/respond/page/link_preview'
import { assetsFor, pageData, renderer } from '#app/respond/page/renderer'
import type { BoundField } from '#engine/bound/bound_field'
import { type Block, FIRST_PAGE, type FormDocument } from '#engine/document/document'
import type { BlockProblem, ResponseOptions, ServerState } from '#engine/response/response'
import { startInSteps, type StartOptions, startResponse } from '#engine/response/start'
import { asksServer, serverStateFor } from '#engine/response/server_state'
import type {
  FormView,
  LinkPreview,
  Notice,
  PageData,
  RenderedPage,
  SentView,
} from '../../../frontend/respondent/view.ts'

/** What is shown of the form itself. */
export interface Look {
  formId: string
  slug: string
  /** it has a password: nothing of it is kept on devices */
  unkept: boolean
  /** where its submissions are; absent in a preview */
  workspaceId?: string
}

/** What of a page belongs to one visit. */
export interface Visit {
  page: string
  action: string
  raws?: Readonly<Record<string, unknown>>
  params?: Readonly<Record<string, string>>
  startedOn?: string
  locale?: string
  problems?: readonly BlockProblem[]
  notice?: Notice
  focus?: string
  preview?: true
  /** says over the page that it is a preview */
  banner?: true
  /** comes back with the post of this page */
  carried?: string
  /** told to services that show links */
  link?: LinkPreview
}

/** What is needed of a form to show it: a version, or the draft. */
export type ShownForm = Pick<PublishedForm, 'document' | 'publicForm' | 'plans'>

/** Draws a page of a form. The browser's own plan is used, so that nothing it may not know is in it. */
export async function drawPage(published: ShownForm, form: Look, visit: Visit): Promise<DrawnPage> {
  const { page, raws, params, startedOn, problems = [], notice, preview } = visit
  const known = await pageData(published, form, page)
  const { formId, workspaceId } = form
  const left = workspaceId === undefined ? {} : await leftOf({ workspaceId, formId }, published)
  const options: StartOptions = {
    locale: visit.locale ?? published.publicForm.general.language,
    now: Date.now(),
    source: 'form',
    ...(raws && { raws }),
    ...(params && { params }),
    ...(startedOn !== undefined && { startedOn }),
  }
  const serverState = await outcomes(published, workspaceId, options)
  const data: PageData = {
    ...known,
    ...(serverState && { serverState }),
    ...(Object.keys(left).length > 0 && { left }),
    ...(startedOn !== undefined && { startedOn }),
    ...(known.form.plan.uses.includes('dates') && { now: options.now }),
    ...(params && { params }),
    ...(raws && { raws }),
    ...(form.unkept && { unkept: true }),
    ...(preview && { preview, faultWords: faultWordsOf(published) }),
    ...((problems.length > 0 || notice) && {
      shown: { problems, ...(notice && { notice }) },
    }),
  }
  const begun: StartOptions = { ...options, ...(serverState && { serverState }) }
  const { general, appearance } = published.publicForm
  const view: Omit<FormView, 'response'> = {
    data,
    look: { general, appearance },
    locale: options.locale,
    problems,
    notice,
    focus: visit.focus,
    action: visit.action,
    ...(visit.carried !== undefined && { carried: visit.carried }),
    ...(visit.banner && { banner: true }),
    ...(visit.link && { link: visit.link }),
    takesFiles: takesFiles(published, page),
    assets: assetsFor(published),
  }
  if (isDrawnApart(published)) return reported(await drawApart(published, view, begun))
  const response = startResponse(published.plans.browser, answersOf, begun)
  return reported(await (await renderer()).form({ ...view, response }))
}

/** What depends on values that stay here: the browser is told it as outcomes only. */
async function outcomes(
  { plans }: ShownForm,
  workspaceId = '',
  options: StartOptions,
): Promise<ServerState | undefined> {
  if (!asksServer(plans.browser)) return undefined
  const given = Object.values(options.raws ?? {})
  const response = await turns(workspaceId, given, startInSteps(plans.server, answersOf, options))
  const step = turnsFor(workspaceId, given)
  return step(() => serverStateFor(plans.browser, response))
}

/** Draws what is shown after sending. */
export async function drawEnding(view: SentView): Promise<RenderedPage> {
  return reported(await (await renderer()).ending(view))
}

/** The page; what plugins threw while it was drawn is counted and logged. */
function reported<T extends DrawnPage>(drawn: T): T {
  for (const fault of drawn.faults ?? []) plugins.report({ ...fault, member: 'respond' })
  return drawn
}

/** What a preview says of the plugin of each kind that a form uses, should it throw. */
export function faultWordsOf({ publicForm }: ShownForm): Record<string, string> {
  const registry = plugins.registry()
  return Object.fromEntries(
    publicForm.blocks.flatMap(({ kind }) => {
      const version = registry.field(kind)?.definition.version ?? registry.layout(kind)?.version
      return [[kind, `The plugin “${kind}” (version ${version ?? '?'}) failed while it was drawn: `]]
    }),
  )
}

/** The page a visit begins with. `query` is what came with the address, for fields that are filled from it. */
export function firstPage(
  published: PublishedForm,
  form: Look,
  { query, locale }: { query: string; locale: string },
): Promise<DrawnPage> {
  const params = Object.fromEntries(new URLSearchParams(query))
  return drawPage(published, form, {
    page: beginning(published, { locale, params }),
    action: `/forms/${form.slug}${query === '' ? '' : `?${query}`}`,
    locale,
    ...(query !== '' && { params }),
    // of a form with a password nothing is told to those who have not given it
    ...(!form.unkept && { link: linkPreview(published, form.slug) }),
  })
}

/** The first page that has something to see. */
export function beginning(
  { plans }: Pick<ShownForm, 'plans'>,
  visit: Pick<ResponseOptions, 'locale' | 'params'>,
): string {
  const response = startResponse(plans.server, answersOf, { ...visit, now: Date.now(), source: 'form' })
  return response.pages()[0] ?? FIRST_PAGE
}

/** True when a field of this page (or the one at this address) takes files, so that a post of it may be multipart. */
export function takesFiles(published: ShownForm, page: string, path?: string): boolean {
  const fields = fileFieldsOf(published, page)
  if (path === undefined) return fields.size > 0
  const block = blockAt(published.document, path)
  return block !== undefined && fields.has(block.id)
}

/** Of each document and page: asking all fields of a large one takes long. */
const fileFields = new WeakMap<FormDocument, Map<string, ReadonlyMap<string, BoundField>>>()

/** The fields of a page that take files, with their limits. */
export function fileFieldsOf({ document }: ShownForm, page: string): ReadonlyMap<string, BoundField> {
  const pages = fileFields.get(document) ?? new Map<string, ReadonlyMap<string, BoundField>>()
  fileFields.set(document, pages)
  const known = pages.get(page)
  if (known) return known
  const fields = findFileFields(document, page)
  // a name that is none of its pages is not kept
  if (fields) pages.set(page, fields)
  return fields ?? new Map()
}

function findFileFields({ blocks }: FormDocument, page: string): Map<string, BoundField> | undefined {
  const breaks = (block: Block) => plugins.registry().layout(block.kind)?.role === 'page-break'
  const start = page === FIRST_PAGE ? 0 : blocks.findIndex((block) => block.id === page && breaks(block)) + 1
  if (page !== FIRST_PAGE && start === 0) return undefined
  const rest = blocks.slice(start)
  const end = rest.findIndex(breaks)
  const fields = new Map<string, BoundField>()
  for (const block of end === -1 ? rest : rest.slice(0, end)) {
    const field = fieldOf(block)
    if (field?.files) fields.set(block.id, field)
  }
  return fields
}
