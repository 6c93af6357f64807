import { keep } from './drafts.ts'
import { flag } from './flags.ts'
import { uploaded } from './uploads.ts'
import type { Stay } from './stay.ts'

/** Turns to a page of the form. */
export function show(stay: Stay, page: string, how: 'push' | 'none'): void {
  const { visit, path } = stay
  if (path.includes(page)) path.length = path.indexOf(page)
  path.push(page)
  if (how === 'push') history.pushState({ page }, '')
  const { welcome } = visit.data.form.plan
  const pages = visit.response.pages().filter((one) => one !== welcome)
  const place = pages.indexOf(page) + 1
  visit.update({
    page,
    flagged: new Set(),
    told: undefined,
    notice: undefined,
    restored: undefined,
    announced: place > 0 ? visit.t('progress', { page: place, pages: pages.length }) : '',
    focus: { on: 'page' },
  })
  scrollTo(0, 0)
  stay.turnedAt = performance.now()
  keep(stay)
}

/** The page a block is on. */
export function pageOf({ visit }: Stay, block: string | undefined): string | undefined {
  const { response } = visit
  return response.pages().find((page) => block !== undefined && response.blocksOf(page).includes(block))
}

/** True when something of this page, or of all pages, must be put right first; it is shown. */
export function stopped(stay: Stay, page?: string): boolean {
  const { visit } = stay
  const first = visit.response.problems(page)[0]
  if (!first) return false
  const at = page ?? pageOf(stay, first.block)
  if (at !== undefined && at !== visit.state.page) show(stay, at, 'push')
  flag(visit, visit.response.problems(visit.state.page))
  return true
}

/** Turns to the page before. */
export async function back(stay: Stay): Promise<void> {
  const { visit, path } = stay
  await uploaded(stay)
  const pages = visit.response.pages()
  const before =
    pages[pages.indexOf(visit.state.page) - 1] ?? path.findLast((page) => page !== visit.state.page)
  if (before !== undefined) show(stay, before, 'push')
}
