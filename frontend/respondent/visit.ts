import type { PublicBlock } from '../../engine/document/public_form.ts'
import { blockProblem } from '../../engine/response/block_problem.ts'
import type { BlockProblem, LiveResponse } from '../../engine/response/response.ts'
import type { Translate, Upload } from '@formwright/kit/control'
import type { Kinds } from './kinds.ts'
import { translator } from './translate.ts'
import type { EndingView, Notice, PageData } from './view.ts'

/** What of a visit is not an answer. */
export interface VisitState {
  page: string
  /** blocks whose problems are shown: those that were wrong at the last attempt and still are */
  flagged: ReadonlySet<string>
  /** problems only the server could find; each is shown until its answer changes */
  told: readonly BlockProblem[]
  notice?: Notice
  /** a button that belongs to the notice */
  restart?: true
  phase: 'filling' | 'sending' | 'waiting' | 'sent'
  ending?: EndingView
  /** where to put the focus next: a block, or a part of the page; every request counts, even for the same place */
  focus?: { on: string }
  /** said by screen readers, not shown */
  announced?: string
}

/** The page as a whole, to those who watch. */
export const WHOLE = ''

/**
 * One respondent's visit: the response, what is shown of it, and who must draw again when something changes. The server
 * draws from one and throws it away; in the browser it lives as long as the page.
 */
export class Visit {
  readonly t: Translate
  readonly blocks: ReadonlyMap<string, PublicBlock>
  /** present where files can be sent as they are chosen */
  upload?: (block: string) => Upload
  /** its own, once the page is live */
  seed?: string
  /** told after every change of an answer */
  changed?: () => void
  /** told once the page is live */
  mounted?: () => void
  /** BCP 47, of numbers and dates that controls show */
  locale: string
  #watchers = new Map<string, Set<() => void>>()
  #kindTs = new Map<string, Translate>()
  #shape = ''

  constructor(
    readonly data: PageData,
    readonly kinds: Kinds,
    public response: LiveResponse,
    public state: VisitState,
  ) {
    this.locale = data.form.general.language
    this.t = translator(this.locale, data.texts)
    this.blocks = new Map(data.form.blocks.map((block) => [block.id, block]))
    this.#shape = this.#shapeOfPage()
  }

  /** The texts of a kind, with the core's behind them. */
  kindT(kind: string): Translate {
    let t = this.#kindTs.get(kind)
    if (!t) {
      t = translator(this.data.form.general.language, this.data.kindTexts[kind] ?? {}, this.data.texts)
      this.#kindTs.set(kind, t)
    }
    return t
  }

  /** Takes what a control holds now, and draws again what depends on it. */
  set(block: string, raw: unknown): void {
    const changed = this.response.setRaw(block, raw)
    this.state.told = this.state.told.filter((problem) => problem.block !== block)
    this.#unflag()
    this.tell(block)
    for (const id of changed) if (id !== block) this.tell(id)
    const shape = this.#shapeOfPage()
    if (shape !== this.#shape) {
      this.#shape = shape
      this.tell(WHOLE)
    }
    this.changed?.()
  }

  /** Changes what is shown besides the answers. */
  update(change: Partial<VisitState>): void {
    this.state = { ...this.state, ...change }
    this.#shape = this.#shapeOfPage()
    this.tell(WHOLE)
  }

  /** Shows these problems, with the focus on their summary. */
  flag(problems: readonly BlockProblem[]): void {
    this.update({
      flagged: new Set(problems.map((problem) => problem.block)),
      told: problems,
      ...(problems.length > 0 && { focus: { on: 'summary' } }),
    })
    for (const block of this.response.blocksOf(this.state.page)) this.tell(block)
  }

  /** The problems of a block to show now. */
  problemsOf(block: string): readonly BlockProblem[] {
    const field = this.state.flagged.has(block) ? this.response.field(block) : undefined
    if (!field?.relevant) return []
    if (field.problems.length > 0) return field.problems.map((problem) => blockProblem(block, problem))
    return this.state.told.filter((problem) => problem.block === block)
  }

  /** The problems of the page to show now. */
  problems(): BlockProblem[] {
    return this.response.blocksOf(this.state.page).flatMap((block) => this.problemsOf(block))
  }

  /** Calls back when a block, or the page as a whole, must be drawn again; returns how to stop. */
  watch(what: string, draw: () => void): () => void {
    const watchers = this.#watchers.get(what) ?? new Set()
    this.#watchers.set(what, watchers.add(draw))
    return () => watchers.delete(draw)
  }

  /** Draws again whoever watches this. */
  tell(what: string): void {
    for (const draw of this.#watchers.get(what) ?? []) draw()
  }

  /** True when a page of this response needs an answer to something. */
  needsAnswers(): boolean {
    return this.response.blocksOf(this.state.page).some((id) => {
      const field = this.response.field(id)
      return field?.relevant && field.required
    })
  }

  /** What is put right is no longer a problem, also not while it is changed again. */
  #unflag(): void {
    if (this.state.flagged.size === 0) return
    const left = new Set(this.problems().map((problem) => problem.block))
    if (left.size === this.state.flagged.size) return
    const before = this.state.flagged
    this.update({ flagged: left })
    for (const block of before) if (!left.has(block)) this.tell(block)
  }

  /** Whatever the frame around the blocks depends on: it is drawn again only when this changes. */
  #shapeOfPage(): string {
    const turn = this.response.turn(this.state.page)
    return [this.needsAnswers(), ...Object.values(turn), ...this.response.pages()].join()
  }
}
