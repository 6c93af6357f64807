import type { AnswerContext } from '@formwright/kit/answer'
import type { AnySettings } from '@formwright/kit/field'
import type { Problem } from '@formwright/kit/problem'
import type { Value } from '@formwright/kit/value'
import { FIRST_PAGE } from '../document/document.ts'
import { isEmpty } from '../logic/interpreter/empty.ts'
import type { Expression, Result, Scope } from '../logic/interpreter/expression.ts'
import { valueOf } from '../logic/interpreter/numbers.ts'
import { TEXT_BUDGET } from '../logic/interpreter/text_budget.ts'
import type { BrowserPlan, PlanBlock, ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import { blockProblem } from './block_problem.ts'
import { FieldKind, type Input } from './inputs.ts'
import { Network } from './network.ts'
import { isKnown, prepare, type PreparedPlan, type PreparedPage } from './prepared.ts'
import type {
  BlockProblem,
  Changes,
  FieldState,
  LiveResponse,
  Path,
  ResponseOptions,
  ServerState,
  Turn,
} from './response.ts'
import { type Items, itemsOf } from './section_items.ts'

/**
 * Begins a response to a form, or takes one up again with the raws or answers so far. The operations that the
 * plan uses must have been learnt: everybody but the public page takes `startResponse`, which knows them all.
 */
export function runResponse(
  plan: BrowserPlan | ServerPlan,
  answers: Answers,
  options: ResponseOptions,
): LiveResponse {
  return new PlanResponse(prepare(plan), answers, options)
}

const REQUIRED: readonly Problem[] = [{ code: 'required' }]
const NONE: readonly Problem[] = []

class PlanResponse implements LiveResponse {
  readonly #prepared: PreparedPlan
  readonly #blocks: readonly PlanBlock[]
  readonly #answers: Answers
  readonly #context: AnswerContext
  readonly #params: Readonly<Record<string, string>>
  readonly #scope: Scope
  readonly #network: Pick<Network, 'start' | 'change'>
  readonly #items: Items | undefined
  /** places, with that of the first page behind them all */
  readonly #size: number
  /** by place of the block; made when first needed */
  readonly #kinds: FieldKind[] = []
  readonly #fallbacks: Input[] = []
  /** of touched fields, by spot */
  readonly #inputs = new Map<number, Input>()
  readonly #states = new Map<number, FieldState>()
  /** what the server said last of that which this plan cannot know */
  #serverState: ServerState | undefined

  constructor(prepared: PreparedPlan, answers: Answers, options: ResponseOptions) {
    const { params = {}, raws = {}, serverState, tooLong, ...context } = options
    this.#prepared = prepared
    this.#blocks = prepared.plan.blocks
    this.#answers = answers
    this.#params = params
    this.#serverState = serverState
    this.#context = context
    this.#scope = this.#makeScope(tooLong)
    this.#size = this.#blocks.length + 1
    const items = itemsOf(prepared, this.#scope, raws)
    this.#scope.items = items
    this.#items = items
    this.#network = items ?? new Network(prepared, this.#scope)
    for (const [path, raw] of Object.entries(raws)) this.#put(this.#spot(path), raw, options.source)
    this.#network.start()
  }

  #makeScope(tooLong: ResponseOptions['tooLong']): Scope {
    const params = this.#params
    const { now, timeZone = 'UTC' } = this.#context
    return {
      values: new Array<Result>(this.#prepared.nodes.length).fill(null),
      field: (place, disabled, part) => this.#kind(place).value(this.#read(place, disabled), part),
      reading: (place, disabled, part) => this.#reading(place, this.#read(place, disabled).answer, part),
      answered: (place, disabled) => (this.#read(place, disabled).answer === undefined ? null : true),
      readingOf: (place, value) => this.#reading(place, valueOf(value)),
      param: (name) => (Object.hasOwn(params, name) ? params[name] : null),
      textLeft: TEXT_BUDGET,
      tooLong,
      timeZone,
      now,
    }
  }

  // ---- changes ----

  setRaw(path: Path, raw: unknown, source = this.#context.source): Changes {
    const spot = this.#spot(path)
    if (!this.#put(spot, raw, source)) return []
    this.#scope.textLeft = TEXT_BUDGET
    return this.#changes([spot], this.#network.change(spot))
  }

  applyServerState(state: ServerState): Changes {
    const paths = Object.keys({ ...this.#serverState?.blocks, ...state.blocks })
    this.#serverState = state
    return this.#changes(
      paths.map((path) => this.#spot(path)),
      [],
    )
  }

  /** What changed at these spots and with these nodes. Paths are looked up only by those who ask. */
  #changes(at: readonly number[], nodes: readonly number[]): Changes {
    const { owners } = this.#prepared
    const items = this.#items
    const noted = new Uint8Array(this.#size * (items?.slots ?? 1))
    const spots: number[] = []
    const note = (spot: number) => {
      if (noted[spot] !== 0) return
      noted[spot] = 1
      spots.push(spot)
    }
    at.forEach(note)
    for (const node of nodes) {
      if (items) items.spotsOf(node).forEach(note)
      else for (let at = owners.newest[node]; at >= 0; at = owners.before[at]) note(owners.items[at])
    }
    for (const known of this.#states.keys()) if (noted[known] === 1) this.#states.delete(known)
    return { [Symbol.iterator]: () => spots.map((spot) => this.#path(spot)).values() }
  }

  /** False when there is no such field, or nothing can be put into it. */
  #put(spot: number, candidate: unknown, source: AnswerContext['source']): boolean {
    const block = this.#blocks[spot % this.#size]
    if (block?.family !== 'field' || block.computed) return false
    this.#inputs.set(spot, this.#kind(spot).read(candidate, source))
    return true
  }

  // ---- items ----

  items(section: string): readonly string[] {
    return this.#items?.idsOf(this.#spot(section)) ?? []
  }

  addItem(section: string, at?: number, id?: string): Changes {
    return this.#changeItems(section, (items, place) => items.add(place, at, id))
  }

  removeItem(section: string, item: string): Changes {
    const forget = (spot: number) => {
      this.#inputs.delete(spot)
      this.#states.delete(spot)
    }
    return this.#changeItems(section, (items, place) => items.remove(place, item, forget))
  }

  moveItem(section: string, item: string, to: number): Changes {
    return this.#changeItems(section, (items, place) => items.move(place, item, to))
  }

  #changeItems(section: string, change: (items: Items, place: number) => number[] | undefined): Changes {
    const place = this.#spot(section)
    this.#scope.textLeft = TEXT_BUDGET
    const nodes = this.#items && change(this.#items, place)
    return nodes ? this.#changes([place], nodes) : []
  }

  // ---- fields ----

  /** Where a path leads; -1: nowhere. */
  #spot(path: Path): number {
    const place = this.#prepared.places.get(path)
    if (place === undefined) return this.#items?.spot(path) ?? -1
    return this.#blocks[place].section === undefined ? place : -1
  }

  #path(spot: number): Path {
    return this.#items?.path(spot) ?? this.#blocks[spot]?.id ?? FIRST_PAGE
  }

  #kind(spot: number): FieldKind {
    const place = spot % this.#size
    return (this.#kinds[place] ??= new FieldKind(
      this.#blocks[place],
      this.#answers,
      this.#context,
      this.#params,
    ))
  }

  /** What counts as standing in a field: its default while untouched, and while disabled whatever was sent. */
  #input(spot: number, disabled: boolean): Input {
    const place = spot % this.#size
    const kind = this.#kind(place)
    const piped = this.#said(spot, 'default')
    const input =
      (!disabled && this.#inputs.get(spot)) ||
      // the same as long as no answers stand in it
      (piped === undefined
        ? (this.#fallbacks[place] ??= kind.fallback())
        : kind.fallback(isEmpty(piped) ? null : piped))
    return kind.offered(input, this.#said(spot, 'offered'))
  }

  /** The same for what expressions ask: a block stands in the item that is being worked out. */
  #read(place: number, disabled: boolean): Input {
    return this.#input(place + (this.#items?.offset ?? 0), disabled)
  }

  /** A slot of the plan: a constant, or what a node gives; empty where only the server knows. */
  #valueOf(slot: Expression, spot = 0): Value | undefined {
    if (typeof slot !== 'object' || slot === null) return slot
    const node = Number(slot[1])
    if (slot[0] === 'node') return valueOf(this.#scope.values[node])
    return slot[0] === 'own' ? valueOf(this.#items?.value(node, spot)) : undefined
  }

  /** One of the states of a block: worked out, or as the server said; where it said nothing it does not hold. */
  #holds(spot: number, state: 'relevant' | 'disabled' | 'required'): boolean {
    const place = spot % this.#size
    const block = this.#blocks[place]
    const slot = block[state]
    if (isKnown(slot)) return this.#valueOf(slot, spot) === true
    // An item is what its section is.
    return this.#serverState?.blocks[this.#path(block.repeat ? place : spot)]?.[state] === true
  }

  field(path: Path): FieldState | undefined {
    const spot = this.#spot(path)
    const block = this.#blocks[spot % this.#size]
    if (block?.family !== 'field') return undefined
    let state = this.#states.get(spot)
    if (state === undefined) {
      state = this.#state(spot, block)
      this.#states.set(spot, state)
    }
    return state
  }

  #state(spot: number, block: PlanBlock): FieldState {
    const disabled = this.#holds(spot, 'disabled')
    const relevant = this.#holds(spot, 'relevant')
    const required = relevant && !disabled && this.#holds(spot, 'required')
    const value = isKnown(block.value)
      ? (this.#valueOf(block.value, spot) ?? null)
      : block.computed || !relevant
        ? null
        : this.#kind(spot).value(this.#input(spot, disabled), '')
    const input: Input = block.computed
      ? {
          raw: undefined,
          answer: this.#said(spot, 'value') === false ? undefined : (value ?? undefined),
          problems: NONE,
        }
      : this.#input(spot, disabled)
    return {
      path: this.#path(spot),
      block: block.id,
      raw: input.raw,
      answer: input.answer,
      value,
      relevant,
      required,
      disabled,
      touched: this.#inputs.has(spot),
      failed: input.failed,
      problems: relevant && !disabled && !block.computed ? this.#problemsOf(spot, input, required) : NONE,
    }
  }

  #problemsOf(spot: number, { answer, problems, failed }: Input, required: boolean): readonly Problem[] {
    const kind = this.#kind(spot)
    if (failed) return NONE
    return kind.told(
      problems.length > 0
        ? problems
        : required && isEmpty(answer)
          ? REQUIRED
          : answer === undefined
            ? NONE
            : kind.judge(answer, required),
      this.#texts(spot),
    )
  }

  /** What a person reads of an answer, in the item that is being worked out; the texts it is told with were resolved before. */
  #reading(place: number, answer: unknown, part?: string): Value {
    return this.#kind(place).text(answer, this.#texts(place + (this.#items?.offset ?? 0)), part)
  }

  #texts(spot: number): (name: string) => string {
    return (name) => this.#textAt(spot, name)
  }

  relevant(path: Path): boolean {
    const spot = this.#spot(path)
    return spot >= 0 && this.#holds(spot, 'relevant')
  }

  text(path: Path, name: string): string {
    return this.#textAt(this.#spot(path), name)
  }

  settings(path: Path, given: AnySettings): AnySettings {
    const spot = this.#spot(path)
    return this.#kind(spot).settings(given, this.#texts(spot), this.#said(spot, 'offered'))
  }

  #textAt(spot: number, name: string): string {
    const text = this.#said(spot, name)
    return typeof text === 'string' ? text : ''
  }

  /** What a text of a block is, of whatever type; undefined where there is none, or only the server knows. */
  #said(spot: number, name: string): Value | undefined {
    const slot = this.#blocks[spot % this.#size]?.texts[name]
    return slot === undefined ? undefined : this.#valueOf(slot, spot)
  }

  // ---- pages ----

  pages(): string[] {
    const { pages } = this.#prepared
    const ids: string[] = []
    for (const page of pages) {
      const relevant = this.#pageRelevant(page)
      if (relevant === undefined) break
      if (relevant) ids.push(page.id)
    }
    return ids.length > 0 ? ids : [FIRST_PAGE]
  }

  #pageRelevant({ relevant, id }: PreparedPage): boolean | undefined {
    return isKnown(relevant) ? this.#valueOf(relevant) === true : this.#serverState?.pages.includes(id)
  }

  blocksOf(page: string): readonly string[] {
    return this.#prepared.pages.find(({ id }) => id === page)?.blocks ?? []
  }

  turn(page: string): Turn {
    const { pages } = this.#prepared
    const here = pages.find(({ id }) => id === page)
    if (here === undefined) return { to: 'end' }
    if (!isKnown(here.next)) return { to: 'server' }
    for (let place = Number(this.#valueOf(here.next)); place < pages.length; place++) {
      const { id, visible, asks } = pages[place]
      if (!isKnown(visible)) return { to: 'server' }
      if (this.#valueOf(visible) === true) return asks ? { to: 'server' } : { to: 'page', page: id }
    }
    return { to: 'end' }
  }

  ending(): string | null | undefined {
    const { ending: slot } = this.#prepared.plan
    if (!isKnown(slot)) return undefined
    const ending = this.#valueOf(slot)
    return typeof ending === 'string' ? ending : null
  }

  // ---- outcome ----

  problems(page?: string): BlockProblem[] {
    const problems: BlockProblem[] = []
    const asked = new Set(page === undefined ? this.pages() : [page])
    for (const { id, blocks } of this.#prepared.pages) {
      if (asked.has(id)) for (const block of blocks) this.#addProblems(problems, block)
    }
    return problems
  }

  #addProblems(problems: BlockProblem[], id: string): void {
    const place = this.#prepared.places.get(id) ?? -1
    const items = this.#items
    const counted = items?.problem(place)
    if (counted && this.relevant(id)) problems.push(blockProblem(id, counted))
    for (const path of items ? items.pathsOf(this.#blocks[place]) : [id]) {
      problems.push(...this.problemsOf(path))
    }
  }

  problemsOf(path: Path): BlockProblem[] {
    const { block = '', problems = NONE } = this.field(path) ?? {}
    return problems.map((problem) => blockProblem(block, problem, path))
  }

  raws(): Record<Path, unknown> {
    const raws = this.#items?.raws() ?? {}
    for (const [spot, { raw }] of this.#inputs) raws[this.#path(spot)] = raw ?? null
    return raws
  }
}
