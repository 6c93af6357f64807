import type { Condition } from '../document/document.ts'
import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { NameOf } from './judge.ts'
import { isDisplayed, type Page } from './pages.ts'
import type { Steps } from '../steps.ts'

/** Warns of pages that no way through the form leads to. What only might be so is not said. */
export function* judgeReach(pages: readonly Page[], nameOf: NameOf): Steps<DocumentProblem[]> {
  const places = new Map(pages.map((page, place) => [page.id, place]))
  const reached = new Set([0])
  const problems: DocumentProblem[] = []
  for (const [place, page] of pages.entries()) {
    yield
    if (reached.has(place)) {
      for (const next of waysFrom(page, place, places)) reached.add(next)
    } else if (page.start !== undefined) {
      const message = `${nameOf(page.start)} is never reached: every way through the form skips it.`
      problems.push({ severity: 'warning', code: 'unreachable-page', block: page.id, path: 'rules', message })
    }
  }
  return problems
}

/**
 * Warns of endings that nobody is shown: no skip leads there, and another always comes before it. Conditions are asked
 * before the fallback, in order (docs/semantics.md: Pages and endings).
 */
export function* judgeEndings(
  endings: readonly ReadBlock[],
  blocks: readonly ReadBlock[],
  nameOf: NameOf,
): Steps<DocumentProblem[]> {
  yield
  const rules = blocks.flatMap(({ block }) => block.rules ?? [])
  const skippedTo = new Set(
    rules.flatMap((rule) => (rule.do === 'skip' && !isNever(rule.when) ? [rule.to] : [])),
  )
  const asked = endings.filter(({ block }) => block.condition !== undefined)
  const inOrder = [...asked, ...endings.filter(({ block }) => block.condition === undefined)]
  return inOrder.flatMap((read, place): DocumentProblem[] => {
    const { id, condition } = read.block
    if (skippedTo.has(id)) return []
    const before = inOrder.slice(0, place).find((other) => isShownBefore(other, read))
    if (before === undefined && (condition === undefined || !isNever(condition))) return []
    const why =
      before === undefined
        ? 'its condition never holds. Change the condition.'
        : `${nameOf(before)} always comes before it. Change the condition of one of them.`
    const message = `${nameOf(read)} is never shown: ${why}`
    return [{ severity: 'warning', code: 'unreachable-ending', block: id, path: 'condition', message }]
  })
}

/** Whether an ending that is asked before another is shown whenever the other could be. */
function isShownBefore({ block: { condition } }: ReadBlock, later: ReadBlock): boolean {
  if (condition === undefined || isAlways(condition)) return true
  return JSON.stringify(condition) === JSON.stringify(later.block.condition)
}

/** Where one may come to from a page: on to the next, or along one of its skips. An ending is no page. */
function waysFrom(page: Page, place: number, places: ReadonlyMap<string, number>): number[] {
  const ways: number[] = []
  if (!surelySeen(page)) ways.push(place + 1)
  for (const read of page.start === undefined ? page.blocks : [page.start, ...page.blocks]) {
    for (const rule of read.block.rules ?? []) {
      if (rule.do !== 'skip' || isNever(rule.when)) continue
      const to = places.get(rule.to)
      // A skip back, or to what is gone, is refused elsewhere: it leads nowhere.
      if (to !== undefined && to > place) ways.push(to)
      // Whoever leaves the page has seen it, so that what begins it counts; any other block may be hidden.
      if (isAlways(rule.when) && (read === page.start || surelyShown(read, page))) return ways
    }
  }
  return [...ways, place + 1]
}

/** A page that may be hidden, or have nothing to see, is passed by, and its skips are not read then. */
function surelySeen(page: Page): boolean {
  if (page.start !== undefined && !surelyShown(page.start, page)) return false
  return page.blocks.some((read) => isDisplayed(read) && surelyShown(read, page))
}

/** A block in a section that repeats may stand there in no item. */
function surelyShown({ block }: ReadBlock, page: Page): boolean {
  const section =
    block.parent === undefined ? undefined : page.blocks.find((one) => one.block.id === block.parent)
  if (section !== undefined && (section.layout?.repeat?.min === 0 || !surelyShown(section, page)))
    return false
  return block.state !== 'hidden' && !(block.rules ?? []).some((rule) => rule.do === 'hide')
}

/** Empty *all* is true, empty *any* is false (docs/semantics.md: Conditions). */
function isAlways(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isAlways)
  if ('any' in condition) return condition.any.some(isAlways)
  return 'not' in condition && isNever(condition.not)
}

function isNever(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isNever)
  if ('any' in condition) return condition.any.every(isNever)
  return 'not' in condition && isAlways(condition.not)
}
