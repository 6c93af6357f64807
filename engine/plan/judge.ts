import { nameOf } from '../document/names.ts'
import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import type { Draft } from './emit.ts'
import { nameOfNode } from './graph.ts'
import type { Page } from './pages.ts'

/** A form must ask something, and no pattern of its fields may be dangerous. */
export function judgeBlocks(
  blocks: readonly ReadBlock[],
  judgePattern: (source: string) => string | null,
): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  if (!blocks.some(({ field, settings }) => field !== undefined && field.formula?.(settings) === undefined)) {
    const message = 'The form asks nothing yet. Add a field.'
    problems.push({ severity: 'error', code: 'no-fields', message })
  }
  for (const { field, settings, block } of blocks) {
    for (const source of field?.patterns?.(settings) ?? []) {
      const danger = judgePattern(source)
      if (danger === null) continue
      const message = `${nameOf(block)}: ${danger}`
      problems.push({ severity: 'error', code: 'unsafe-pattern', block: block.id, path: 'settings', message })
    }
  }
  return problems
}

/** A page that an unconditional skip always jumps over is never seen. */
export function judgeReach(pages: readonly Page[]): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const index = new Map(pages.map((page, place) => [page.id, place]))
  let past = 0
  for (const [place, page] of pages.entries()) {
    if (place < past) {
      if (page.start === undefined) continue
      const message = `The page ${nameOf(page.start.block)} is never reached: it is always skipped.`
      problems.push({ severity: 'warning', code: 'unreachable-page', block: page.id, message })
      continue
    }
    const reads = page.start === undefined ? page.blocks : [page.start, ...page.blocks]
    const skips = reads.flatMap(({ block }) => block.rules ?? []).filter((rule) => rule.do === 'skip')
    const always = skips[0]
    if (always === undefined || !('all' in always.when) || always.when.all.length > 0) continue
    past = index.get(always.to) ?? pages.length
  }
  return problems
}

/** Endings are shown by the server, which knows; pages are not. */
export function judgeTexts(
  { blocks }: Draft,
  tainted: ReadonlySet<string>,
  byId: ReadonlyMap<string, ReadBlock>,
): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  for (const { id, texts, family } of blocks) {
    const read = byId.get(id)
    if (family === 'ending' || read === undefined) continue
    for (const name of Object.keys(texts)) {
      if (!tainted.has(nameOfNode(`text.${name}`, id))) continue
      const message = `${nameOf(read.block)} shows a value that stays on the server: respondents see nothing in its place.`
      problems.push({ severity: 'warning', code: 'unknown-reference', block: id, path: name, message })
    }
  }
  return problems
}

/** What is said of blocks and pages that depend on each other in a circle, in its order. */
export function circleProblem(ids: readonly string[], byId: ReadonlyMap<string, ReadBlock>): DocumentProblem {
  const named = (id: string | undefined) => {
    const read = byId.get(id ?? '')
    return read === undefined ? 'the first page' : nameOf(read.block)
  }
  const cycle = ids.filter((id) => byId.has(id))
  const path = [...ids, ids[0]].map(named).join(' → ')
  const message = `These depend on each other in a circle: ${path}.`
  return { severity: 'error', code: 'cycle', block: cycle[0], cycle, message }
}
