import type { ComponentType, createElement, ReactNode } from 'react'
import type { BlockMedia } from '../../engine/document/document.ts'
import type { PublicBlock } from '../../engine/plan/public_form.ts'
import type { BlockProblem, Changes, FieldState, LiveResponse } from '../../engine/response/response.ts'
import type { LayoutProps, Translate, Upload } from '@formwright/kit/control'
import type { RespondLayout } from '@formwright/kit/found'
import type { Kinds } from './kinds.ts'
import { translator } from './translate.ts'
import type { EndingView, Notice, PageData } from './view.ts'

/** What of a visit is not an answer. */
export interface VisitState {
  page: string
  /** addresses of which problems are shown: what was wrong at the last attempt and still is */
  flagged: ReadonlySet<string>
  /** problems only the server could find, by the address of their field; each is shown until its answer changes */
  told?: Map<string, BlockProblem[]>
  /** with what stands below the sentence */
  notice?: Notice & { besides?: (draw: Draw, visit: Visit) => ReactNode }
  /** what this device kept was laid over the page: the texts that say so */
  restored?: readonly string[]
  phase: 'filling' | 'sending' | 'waiting' | 'sent'
  ending?: EndingView
  /** where to put the focus next: a block, or a part of the page; every request counts, even for the same place */
  focus?: { on: string }
  /** said by screen readers, not shown */
  announced?: string
}

/** A block that stands on the page, in an item of a section that repeats by the address it has there. */
export interface BlockProps {
  visit: Visit
  block: PublicBlock
  path: string
}

/** A block whose plugin may throw. */
export interface Guarded extends BlockProps {
  /** of a question: its state, and what its input goes by */
  field?: FieldState
  id?: string
  describedBy?: string
}

/** Draws in the place of a block whose plugin threw, now or on the server. */
export type StandIn = (draw: Draw, block: Guarded, thrown?: readonly [unknown]) => ReactNode

/** What is wrong with the answer, or the number of items, of a block. */
export interface MessagesProps {
  visit: Visit
  id: string
  problems: readonly BlockProblem[]
}

/** What an ending is drawn with. */
export interface EndingParts extends Pick<LayoutProps<unknown>, 't' | 'Text' | 'Rich'> {
  Layout: RespondLayout['Layout'] | undefined
  /** gives the ending as its plugin draws it, and the built-in one should that throw */
  guard?: (drawn: ReactNode, builtIn: ReactNode) => ReactNode
}

export type Draw = typeof createElement

/** What the page says in return to a press. It comes with what sends the answers, sooner where the server said something. */
export interface Remarks {
  summary(draw: Draw, visit: Visit): ReactNode
  notice(draw: Draw, visit: Visit): ReactNode
  restored(draw: Draw, visit: Visit): ReactNode
  messages(draw: Draw, props: MessagesProps): ReactNode
  ending(draw: Draw, ending: EndingView, parts: EndingParts): ReactNode
  /** puts the focus there: a block, or a part of the page */
  focus(on: string): void
  /** which problems are shown (live/flags.ts) */
  problemsOf(visit: Visit, path: string): readonly BlockProblem[]
  tell(visit: Visit, problems: readonly BlockProblem[]): void
  settle(visit: Visit, changed: readonly string[]): void
}

/** What of the page sections draw with. It is handed to them: a part that imported it would cut it out of the page. */
export interface DrawnWith {
  BlockView: ComponentType<BlockProps>
  LayoutTexts: ComponentType<BlockProps>
  Messages: ComponentType<MessagesProps>
  useVisit(visit: Visit, what: string): void
  widthClass(block: PublicBlock): string
}

/** What draws sections, loaded by forms that have one. */
export interface Sections {
  Section: ComponentType<BlockProps & { page: DrawnWith }>
  /** what a field or section is called where all of them are listed */
  nameOf(visit: Visit, path: string): string
  /** the items of sections, here and in what was kept */
  itemsWith(
    visit: Visit,
    kept: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, readonly unknown[]>>
}

/** What draws pictures and films beside questions, loaded by forms that have one. */
export interface Media {
  Beside: ComponentType<{
    media: BlockMedia
    /** of the box around both */
    className: string
    /** it is loaded at once: the first of the form */
    first: boolean
    children: ReactNode
  }>
}

/** A question whose answer is to be confirmed by a code. */
export interface Asking extends BlockProps {
  field: FieldState
}

/** What asks for codes, loaded by forms where an answer is to be confirmed by one. */
export interface Codes {
  /** what stands below a control; nothing where its answer needs no code */
  step(asking: Asking): ReactNode
}

/** The page as a whole, to those who watch. */
export const WHOLE = ''

/**
 * One respondent's visit: the response, what is shown of it, and who must draw again when something changes. The server
 * draws from one and throws it away; in the browser it lives as long as the page.
 */
export class Visit {
  // declared: a field that begins with nothing would be a line of the page's script
  declare readonly t: Translate
  declare readonly blocks: ReadonlyMap<string, PublicBlock>
  /** what draws sections; present where the form has one */
  declare sections?: Sections
  /** what draws media; present where the form has any */
  declare media?: Media
  /** what asks for codes; present where the form does */
  declare codes?: Codes
  /** present where files can be sent as they are chosen, by the address of their field */
  declare upload?: (path: string) => Upload
  /** its own, once the page is live */
  declare seed?: string
  /** what draws problems, notices and the ending */
  declare remarks?: Remarks
  /** told after every change of an answer */
  declare changed?: () => void
  /** told once the page is live */
  declare mounted?: () => void
  /** blocks that the server could not draw, with what creators are told of it */
  declare readonly broken: Readonly<Record<string, string>>
  /** draws in the place of what cannot be drawn; once it is needed */
  declare standIn?: StandIn
  /** loads it */
  declare loadStandIn?: () => Promise<void>
  /** loads what endings look like */
  declare loadEndingRules?: () => Promise<typeof import('./ending_rules.ts')>
  /** whose plugin is being drawn, or was drawn last */
  declare drawing?: PublicBlock
  /** BCP 47, of numbers and dates that controls show */
  declare locale: string
  #watchers = new Map<string, Set<() => void>>()
  #kindTs = new Map<string, Translate>()
  #shape: string

  constructor(
    readonly data: PageData,
    readonly kinds: Kinds,
    public response: LiveResponse,
    public state: VisitState,
  ) {
    this.broken = data.broken ?? {}
    this.locale = data.form.language
    this.t = translator(this.locale, this.locale, data.texts)
    this.blocks = new Map(data.form.blocks.map((block) => [block.id, block]))
    this.#shape = this.#shapeOfPage()
  }

  /** The texts of a kind, with the core's behind them. Numbers in them are written as the respondent writes them. */
  kindT(kind: string): Translate {
    const { data } = this
    const t =
      this.#kindTs.get(kind) ??
      translator(data.form.language, this.locale, data.kindTexts[kind] ?? {}, data.texts)
    this.#kindTs.set(kind, t)
    return t
  }

  /** The block at the address of a field: in an item of a section it stands last. */
  blockAt(path: string): PublicBlock | undefined {
    return this.blocks.get(path.slice(path.lastIndexOf('.') + 1))
  }

  /** Takes what a control holds now, and draws again what depends on it. */
  set(path: string, raw: unknown): void {
    this.take([path, ...this.response.setRaw(path, raw)])
  }

  /** Draws again what the response says that changed; what was told of it before is no longer so. */
  take(changes: Changes): void {
    const changed = [...changes]
    this.remarks?.settle(this, changed)
    for (const path of changed) this.tell(path)
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

  /** The problems of a field or section to show now. */
  problemsOf(path: string): readonly BlockProblem[] {
    return this.remarks?.problemsOf(this, path) ?? []
  }

  /** Calls back when what has this address, or the page as a whole, must be drawn again; returns how to stop. */
  watch(what: string, draw: () => void): () => void {
    const watchers = this.#watchers.get(what) ?? new Set()
    this.#watchers.set(what, watchers.add(draw))
    return () => watchers.delete(draw)
  }

  /** Draws again whoever watches this. */
  tell(what: string): void {
    for (const draw of this.#watchers.get(what) ?? []) draw()
  }

  /** Draws everything again: the response is another one. */
  tellAll(): void {
    for (const what of this.#watchers.keys()) this.tell(what)
  }

  /** Whatever the frame around the blocks depends on: it is drawn again only when this changes. */
  #shapeOfPage(): string {
    const turn = this.response.turn(this.state.page)
    return [...Object.values(turn), ...this.response.pages()].join()
  }
}
