import { all, any, first } from '../logic/expressions.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import type { BlockLogic } from './block_logic.ts'
import type { DraftPage } from './emit.ts'
import type { BlockNames } from './names.ts'
import type { Nodes } from './nodes.ts'
import { isDisplayed, isWelcome, type Layout, type Page } from './pages.ts'
import type { Steps } from '../steps.ts'

/** The walk of a response through the pages to an ending, as nodes. */
export class Walk {
  readonly #layout: Layout
  /** whether blocks are shown, their page aside */
  readonly #shown: ReadonlyMap<string, Expression>
  readonly #logic: BlockLogic
  readonly #nodes: Nodes
  readonly #names: BlockNames
  /** where skips may lead: pages by their number, endings above */
  readonly #places = new Map<string, number>()

  constructor(parts: {
    layout: Layout
    shown: ReadonlyMap<string, Expression>
    logic: BlockLogic
    nodes: Nodes
    names: BlockNames
  }) {
    this.#layout = parts.layout
    this.#shown = parts.shown
    this.#logic = parts.logic
    this.#nodes = parts.nodes
    this.#names = parts.names
    const { pages, endings } = parts.layout
    for (const [index, page] of pages.entries()) this.#places.set(page.id, index)
    for (const [index, read] of endings.entries()) this.#places.set(read.block.id, pages.length + 1 + index)
  }

  /** The pages, and behind them where all have been passed. */
  *pages(): Steps<DraftPage[]> {
    const layout = this.#layout
    const shown = this.#shown
    const pages: DraftPage[] = []
    let reached: Expression = 0
    let farthest = 0
    for (const [index, page] of layout.pages.entries()) {
      yield
      const arrived = this.#nodes.node(
        'arrived',
        page.id,
        page.id,
        reached === index ? true : ['at', reached, index],
      )
      // Of a section that repeats there is something to see without any item.
      const displayed = page.blocks.filter(
        (read) => isDisplayed(read) && this.#logic.sectionOf(read) === undefined,
      )
      const open = all([shown.get(page.id) ?? true, arrived])
      // A welcome is itself what is seen.
      const see =
        (page.start && isWelcome(page.start)) ||
        any(displayed.map(({ block }) => shown.get(block.id) ?? true))
      const seen = this.#nodes.node('seen', page.id, page.id, see)
      const visible = this.#nodes.node('visible', page.id, page.id, all([shown.get(page.id) ?? true, seen]))
      const skips = this.#skips(page, index)
      const next = this.#nodes.node('next', page.id, page.id, first(skips.cases, index + 1))
      const relevant = this.#nodes.node('page', page.id, page.id, all([arrived, visible]))
      pages.push({
        id: page.id,
        open,
        seen,
        displays: displayed.length > 0,
        visible,
        relevant,
        next,
        reached: arrived,
      })
      farthest = Math.max(farthest, skips.farthest)
      reached = this.#reached(page, index, reached, visible, next, farthest)
    }
    const end: DraftPage = {
      id: '',
      open: true,
      seen: true,
      displays: false,
      visible: true,
      relevant: true,
      next: 0,
      reached,
    }
    return [...pages, end]
  }

  /** Where the walk through the pages stands, once it is past a page: on the next one, or farther. */
  #reached(
    page: Page,
    index: number,
    reached: Expression,
    visible: Expression,
    next: Expression,
    farthest: number,
  ): Expression {
    if (farthest <= index + 1) return index + 1
    if (next === index + 1) return this.#nodes.node('reached', page.id, page.id, ['past', reached, index + 1])
    return this.#nodes.node('reached', page.id, page.id, ['walk', reached, index, visible, next])
  }

  /** The skips of a page in order, each read only while its block is shown (docs/semantics.md: Pages and endings). */
  #skips(page: Page, index: number): { cases: [Expression, Expression][]; farthest: number } {
    const cases: [Expression, Expression][] = []
    let farthest = index + 1
    for (const read of page.start === undefined ? page.blocks : [page.start, ...page.blocks]) {
      for (const [order, rule] of (read.block.rules ?? []).entries()) {
        if (rule.do !== 'skip') continue
        const condition = this.#logic.condition(read, rule.when, `rules.${order}.when`)
        const place = this.#places.get(rule.to) ?? -1
        if (place <= index) {
          this.#logic.problems.push({
            severity: 'error',
            code: 'unknown-target',
            block: read.block.id,
            path: `rules.${order}.to`,
            message: this.#places.has(rule.to)
              ? `${this.#names.nameOf(read)} can only skip to a later page.`
              : `${this.#names.nameOf(read)} skips to ${this.#names.gone(rule.to) ?? 'a page or ending'}, which is no longer in the form.`,
          })
          continue
        }
        this.#nodes.noteSkip(page.id, condition, read.block.id)
        cases.push([
          this.#logic.inAnyItem(read, all([this.#shown.get(read.block.id) ?? true, condition])),
          place,
        ])
        farthest = Math.max(farthest, place)
      }
    }
    return { cases, farthest }
  }

  /** A skip to an ending beats the endings' conditions; then the first that matches, then the fallback. */
  ending(reached: Expression): Expression {
    const { pages, endings } = this.#layout
    const cases: [Expression, Expression][] = []
    let fallback: string | null = null
    for (const [index, { block }] of endings.entries()) {
      if (reached !== pages.length) cases.push([['at', reached, pages.length + 1 + index], block.id])
      if (block.condition === undefined) fallback ??= block.id
    }
    for (const read of endings) {
      const { condition, id } = read.block
      if (condition !== undefined) cases.push([this.#logic.condition(read, condition, 'condition'), id])
    }
    return this.#nodes.node('ending', '', endings[0]?.block.id ?? '', first(cases, fallback))
  }
}
