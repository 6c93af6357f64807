import type { AnswerContext } from '@formwright/kit/answer'
import type { Problem } from '@formwright/kit/problem'
import type { Value } from '@formwright/kit/value'
import { FIRST_PAGE } from '../document/document.ts'
import { isBlank } from '../logic/interpreter/empty.ts'
import type { Expression, Result, Scope } from '../logic/interpreter/expression.ts'
import { valueOf } from '../logic/interpreter/numbers.ts'
import type { BrowserPlan, PlanBlock, ServerPlan } from '../plan/plan.ts'
import type { Answers } from '../registry.ts'
import { blockProblem } from './block_problem.ts'
import { FieldKind, type Input } from './inputs.ts'
import { Network } from './network.ts'
import { isKnown, prepare, type Prepared, type PreparedPage } from './prepared.ts'
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
  readonly #prepared: Prepared
  readonly #blocks: readonly PlanBlock[]
  readonly #answers: Answers
  readonly #context: AnswerContext
  readonly #params: Readonly<Record<string, string>>
  readonly #scope: Scope
  readonly #network: Network
  /** by place of the block; made when first needed */
  readonly #kinds: FieldKind[] = []
  readonly #fallbacks: Input[] = []
  /** of touched fields, by place of the block */
  readonly #inputs = new Map<number, Input>()
  readonly #states = new Map<number, FieldState>()
  /** what the server said last of that which this plan cannot know */
  #serverState: ServerState | undefined

  constructor(prepared: Prepared, answers: Answers, options: ResponseOptions) {
    const { params = {}, raws = {}, serverState, ...context } = options
    this.#prepared = prepared
    this.#blocks = prepared.plan.blocks
    this.#answers = answers
    this.#params = params
    this.#serverState = serverState
    this.#context = context
    this.#scope = this.#makeScope()
    this.#network = new Network(prepared, this.#scope)
    for (const [path, raw] of Object.entries(raws)) this.#put(this.#place(path), raw, options.source)
    this.#network.start()
  }

  #makeScope(): Scope {
    const params = this.#params
    const { now, timeZone = 'UTC' } = this.#context
    return {
      values: new Array<Result>(this.#prepared.nodes.length).fill(null),
      field: (place, disabled, part) => this.#kind(place).value(this.#input(place, disabled), part),
      reading: (place, disabled, part) => this.#kind(place).text(this.#input(place, disabled).answer, part),
      answered: (place, disabled) => (this.#input(place, disabled).answer === undefined ? null : true),
      readingOf: (place, value) => this.#kind(place).text(valueOf(value)),
      param: (name) => (Object.hasOwn(params, name) ? params[name] : null),
      timeZone,
      now,
    }
  }

  // ---- changes ----

  setRaw(path: Path, raw: unknown, source = this.#context.source): Changes {
    const place = this.#place(path)
    if (!this.#put(place, raw, source)) return []
    return this.#changes([place], this.#network.change(place))
  }

  applyServerState(state: ServerState): Changes {
    const ids = Object.keys({ ...this.#serverState?.blocks, ...state.blocks })
    this.#serverState = state
    return this.#changes(
      ids.map((id) => this.#place(id)),
      [],
    )
  }

  /** What changed with these blocks and nodes. Ids are looked up only by those who ask. */
  #changes(blocks: readonly number[], nodes: readonly number[]): Changes {
    const { plan, owners } = this.#prepared
    const noted = new Uint8Array(plan.blocks.length + 1)
    const places: number[] = []
    const note = (place: number) => {
      if (noted[place] !== 0) return
      noted[place] = 1
      places.push(place)
    }
    blocks.forEach(note)
    for (const node of nodes) {
      for (let at = owners.newest[node]; at >= 0; at = owners.before[at]) note(owners.items[at])
    }
    for (const known of this.#states.keys()) if (noted[known] === 1) this.#states.delete(known)
    return { [Symbol.iterator]: () => places.map((place) => plan.blocks[place]?.id ?? FIRST_PAGE).values() }
  }

  /** False when there is no such field, or nothing can be put into it. */
  #put(place: number, candidate: unknown, source: AnswerContext['source']): boolean {
    const block = this.#blocks[place]
    if (block === undefined || block.family !== 'field' || block.computed) return false
    this.#inputs.set(place, this.#kind(place).read(candidate, source))
    return true
  }

  // ---- items ----

  items(): readonly string[] {
    return []
  }

  addItem(): Changes {
    return []
  }

  removeItem(): Changes {
    return []
  }

  moveItem(): Changes {
    return []
  }

  // ---- fields ----

  #place(path: Path): number {
    return this.#prepared.places.get(path) ?? -1
  }

  #kind(place: number): FieldKind {
    return (this.#kinds[place] ??= new FieldKind(
      this.#blocks[place],
      this.#answers,
      this.#context,
      this.#params,
    ))
  }

  /** What counts as standing in a field: its default while untouched, and while disabled whatever was sent. */
  #input(place: number, disabled: boolean): Input {
    const given = disabled ? undefined : this.#inputs.get(place)
    return given ?? (this.#fallbacks[place] ??= this.#kind(place).fallback())
  }

  /** A slot of the plan: a constant, or what a node gives; empty where only the server knows. */
  #read(slot: Expression): Value | undefined {
    if (typeof slot !== 'object' || slot === null) return slot
    return slot[0] === 'node' ? valueOf(this.#scope.values[Number(slot[1])]) : undefined
  }

  /** One of the states of a block: worked out, or as the server said; where it said nothing it does not hold. */
  #holds(block: PlanBlock, state: 'relevant' | 'disabled' | 'required'): boolean {
    const slot = block[state]
    return (isKnown(slot) ? this.#read(slot) : this.#serverState?.blocks[block.id]?.[state]) === true
  }

  field(path: Path): FieldState | undefined {
    const place = this.#place(path)
    const block = this.#blocks[place]
    if (block === undefined || block.family !== 'field') return undefined
    let state = this.#states.get(place)
    if (state === undefined) {
      state = this.#state(place, block)
      this.#states.set(place, state)
    }
    return state
  }

  #state(place: number, block: PlanBlock): FieldState {
    const disabled = this.#holds(block, 'disabled')
    const relevant = this.#holds(block, 'relevant')
    const required = relevant && !disabled && this.#holds(block, 'required')
    const value = this.#valueAt(place, block)
    const input: Input = block.computed
      ? { raw: undefined, answer: value ?? undefined, problems: NONE }
      : this.#input(place, disabled)
    return {
      path: block.id,
      block: block.id,
      raw: input.raw,
      answer: input.answer,
      value,
      relevant,
      required,
      disabled,
      touched: this.#inputs.has(place),
      problems: relevant && !disabled && !block.computed ? this.#problemsOf(place, input, required) : NONE,
    }
  }

  #valueAt(place: number, block: PlanBlock): Value {
    if (isKnown(block.value)) return this.#read(block.value) ?? null
    if (block.computed || !this.#holds(block, 'relevant')) return null
    return this.#kind(place).value(this.#input(place, this.#holds(block, 'disabled')), '')
  }

  #problemsOf(place: number, { answer, problems }: Input, required: boolean): readonly Problem[] {
    if (problems.length > 0) return problems
    if (required && isBlankAnswer(answer)) return REQUIRED
    return answer === undefined ? NONE : this.#kind(place).judge(answer)
  }

  relevant(block: string): boolean {
    if (block === FIRST_PAGE) return this.#pageRelevant(this.#prepared.pages[0]) === true
    const found = this.#blocks[this.#place(block)]
    return found !== undefined && this.#holds(found, 'relevant')
  }

  text(block: string, name: string): string {
    const slot = this.#blocks[this.#place(block)]?.texts[name]
    const text = slot === undefined ? undefined : this.#read(slot)
    return typeof text === 'string' ? text : ''
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
    return isKnown(relevant) ? this.#read(relevant) === true : this.#serverState?.pages.includes(id)
  }

  blocksOf(page: string): readonly string[] {
    return this.#prepared.pages.find(({ id }) => id === page)?.blocks ?? []
  }

  turn(page: string): Turn {
    const { pages } = this.#prepared
    const here = pages.find(({ id }) => id === page)
    if (here === undefined) return { to: 'end' }
    if (!isKnown(here.next)) return { to: 'server' }
    for (let place = Number(this.#read(here.next)); place < pages.length; place++) {
      const { id, visible, asks } = pages[place]
      if (!isKnown(visible)) return { to: 'server' }
      if (this.#read(visible) === true) return asks ? { to: 'server' } : { to: 'page', page: id }
    }
    return { to: 'end' }
  }

  ending(): string | null | undefined {
    const { ending: slot } = this.#prepared.plan
    if (!isKnown(slot)) return undefined
    const ending = this.#read(slot)
    return typeof ending === 'string' ? ending : null
  }

  // ---- outcome ----

  problems(page?: string): BlockProblem[] {
    const problems: BlockProblem[] = []
    for (const id of page === undefined ? this.pages() : [page]) {
      for (const block of this.blocksOf(id)) {
        for (const problem of this.field(block)?.problems ?? NONE) problems.push(blockProblem(block, problem))
      }
    }
    return problems
  }

  raws(): Record<Path, unknown> {
    const raws: Record<Path, unknown> = {}
    for (const [place, { raw }] of this.#inputs) raws[this.#blocks[place].id] = raw ?? null
    return raws
  }
}

function isBlankAnswer(answer: unknown): boolean {
  if (typeof answer === 'string') return isBlank(answer)
  return answer === undefined || (Array.isArray(answer) && answer.length === 0)
}
