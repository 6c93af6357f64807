import type { FormDocument } from '../document/document.ts'
import { liftSteps } from '../document/lift.ts'
import type { DocumentProblem } from '../document/problems.ts'
import { readBlock, type ReadBlock } from '../document/reading.ts'
import { validateStructure } from '../document/validate.ts'
import { all, first } from '../logic/expressions.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import type { Registry } from '../registry.ts'
import { BlockLogic } from './block_logic.ts'
import { plansFor, taintedNodes, type Draft, type DraftBlock, type DraftPage } from './emit.ts'
import { circleProblem, judgeBlocks, judgeDefaults, judgeNames, judgeTexts } from './judge.ts'
import { judgeGrowth } from './judge_growth.ts'
import { judgeItems } from './judge_items.ts'
import { judgePatterns } from './judge_patterns.ts'
import { BlockNames } from './names.ts'
import { Nodes } from './nodes.ts'
import { isDisplayed, isWelcome, layOut, type Layout } from './pages.ts'
import { addShown } from './shown.ts'
import type { BrowserPlan, ServerPlan } from './plan.ts'
import { judgeWelcome } from './judge_welcome.ts'
import { judgeEndings, judgeReach } from './reach.ts'
import { judgeSections } from './sections.ts'
import { finish, type Steps } from '../steps.ts'
import { Walk } from './walk.ts'

/** So many circles are told at a time. */
const MOST_CIRCLES = 100

export interface CompileOptions {
  /**
   * For versions that were published once: what today's plugins no longer know is a warning, and the rest of the form
   * goes on working.
   */
  lenient?: boolean
  /** Only the problems are wanted: no plans are made. */
  checkOnly?: boolean
  /** The label that a block had which is no longer in the form; undefined when nobody knows. */
  formerLabel?: (id: string) => string | undefined
}

export interface Compilation {
  problems: DocumentProblem[]
  /** absent when there is an error */
  plans?: { browser: BrowserPlan; server: ServerPlan }
}

/** Checks a document and compiles it to the plans that browser and server run. Lifts old settings on the way. */
export function compile(
  document: FormDocument,
  registry: Registry,
  options: CompileOptions = {},
): Compilation {
  return finish(compileSteps(document, registry, options))
}

/** The same in steps, so that a large form holds nobody up. */
export function* compileSteps(
  document: FormDocument,
  registry: Registry,
  options: CompileOptions = {},
): Steps<Compilation> {
  const structure = yield* validateStructure(document)
  if (structure.some(({ code }) => code === 'too-large')) return { problems: structure }
  const lifted = yield* liftSteps(document, registry)
  const names = new BlockNames(lifted.document.blocks, options.formerLabel, (block, part) => {
    return readBlock(block, registry).read.field?.partOf(part)?.label
  })
  const compiler = new Compiler(lifted.document, registry, options, names)
  compiler.problems.push(...structure, ...lifted.problems)
  const { problems, plans } = yield* compiler.compile()
  const said: DocumentProblem[] = []
  for (const problem of problems) {
    said.push({ ...problem, message: names.spoken(problem.message) })
    yield
  }
  return plans === undefined ? { problems: said } : { problems: said, plans }
}

class Compiler {
  readonly problems: DocumentProblem[] = []
  readonly #registry: Registry
  readonly #document: FormDocument
  readonly #options: CompileOptions
  readonly #names: BlockNames
  readonly #nodes: Nodes
  readonly #logic: BlockLogic
  readonly #blocks: ReadBlock[] = []
  readonly #byId = new Map<string, ReadBlock>()
  /** of fields that offer what the answer of another decides, that answer */
  readonly #offers = new Map<string, Expression>()

  readonly #nameOf = (read: ReadBlock): string => this.#names.nameOf(read)

  constructor(document: FormDocument, registry: Registry, options: CompileOptions, names: BlockNames) {
    this.#names = names
    this.#document = document
    this.#nodes = new Nodes(document.settings.general.language)
    this.#registry = registry
    this.#options = options
    this.#logic = new BlockLogic({
      byId: this.#byId,
      nodes: this.#nodes,
      names,
      problems: this.problems,
    })
  }

  *compile(): Steps<Compilation> {
    for (const block of this.#document.blocks) {
      const { read, problem } = readBlock(block, this.#registry)
      if (problem !== undefined) this.problems.push(problem)
      if (this.#byId.has(block.id)) continue
      this.#blocks.push(read)
      this.#byId.set(block.id, read)
      yield
    }
    const layout = layOut(this.#blocks)
    this.#names.count(layout.pages.flatMap(({ start }) => (start && !isWelcome(start) ? start : [])))
    yield* this.#judge(layout)
    const draft = yield* this.#draft(layout)
    yield* this.#nodes.addWanted(draft.blocks)
    const order = yield* this.#order()
    yield
    if (this.#failed() || order === undefined) return { problems: this.problems }
    const longer = yield* addShown(draft.blocks, this.#nodes.graph, order)
    const tainted = taintedNodes(draft, this.#nodes.graph, longer)
    yield
    this.problems.push(...judgeTexts(draft, tainted, this.#byId, this.#nameOf))
    this.problems.push(...(yield* judgeGrowth(this.#nodes.graph, longer, this.#byId, this.#nameOf)))
    this.problems.push(...(yield* judgeItems(draft, this.#nodes.graph, longer, this.#byId, this.#nameOf)))
    yield
    if (this.#failed() || this.#options.checkOnly) return { problems: this.problems }
    return { problems: this.problems, plans: yield* plansFor(draft, this.#nodes.graph, longer, tainted) }
  }

  /** Whether what was found so far forbids plans. Of versions that were published once nothing does. */
  #failed(): boolean {
    if (this.#options.lenient) for (const problem of this.problems) problem.severity = 'warning'
    return this.problems.some(({ severity }) => severity === 'error')
  }

  *#judge(layout: Layout): Steps<void> {
    const { language } = this.#document.settings.general
    const passes = [
      judgeBlocks(this.#blocks, this.#nameOf),
      judgePatterns(this.#blocks, this.#nameOf),
      judgeDefaults(this.#blocks, language, this.#nameOf),
      judgeNames(this.#blocks, this.#nameOf),
      judgeReach(layout.pages, this.#nameOf),
      judgeEndings(layout.endings, this.#blocks, this.#nameOf),
      judgeSections(this.#blocks, this.#nameOf),
      judgeWelcome(this.#blocks, this.#nameOf),
    ]
    for (const pass of passes) for (const problem of yield* pass) this.problems.push(problem)
  }

  *#draft(layout: Layout): Steps<Draft> {
    const blocks = new Map<string, DraftBlock>()
    const shown = new Map<string, Expression>()
    for (const read of this.#blocks) {
      shown.set(read.block.id, this.#shown(read, shown))
      yield
    }
    const walk = new Walk({
      layout,
      shown,
      logic: this.#logic,
      nodes: this.#nodes,
      names: this.#names,
    })
    const pages = yield* walk.pages()
    for (const [index, page] of layout.pages.entries()) {
      if (page.start !== undefined)
        blocks.set(page.id, this.#standing(page.start, index, pages[index].relevant))
      for (const read of page.blocks) {
        blocks.set(read.block.id, this.#block(read, index, this.#relevant(read, shown, pages[index])))
        yield
      }
    }
    const ending = walk.ending(pages[layout.pages.length].reached)
    for (const read of layout.endings) {
      const { id } = read.block
      const known = typeof ending !== 'object' || ending === null
      const relevant = this.#nodes.node('relevant', id, id, known ? ending === id : ['at', ending, id])
      blocks.set(id, this.#standing(read, -1, relevant))
    }
    return {
      blocks: this.#blocks.flatMap(({ block }) => blocks.get(block.id) ?? []),
      pages: pages.slice(0, layout.pages.length),
      ending,
    }
  }

  /** Whether the block itself is shown, and the section that it stands in, which comes before it; its page aside. */
  #shown(read: ReadBlock, shown: ReadonlyMap<string, Expression>): Expression {
    const { block } = read
    if (read.family === 'ending') return true
    const own = first(this.#logic.cases(read, 'show', 'hide'), block.state !== 'hidden')
    const around = shown.get(block.parent ?? '') ?? true
    const offers = this.#logic.offers(read)
    if (offers) this.#offers.set(block.id, offers.by)
    return this.#nodes.node('shown', block.id, block.id, all([around, own, offers?.some ?? true]))
  }

  /**
   * A block counts when it is shown and its page is reached and shown. What displays nothing counts only where there is
   * something else to see; on a page that never displays anything that would mean never, so there the walk past it is enough.
   */
  #relevant(read: ReadBlock, shown: ReadonlyMap<string, Expression>, page: DraftPage): Expression {
    const { id } = read.block
    const plain = all([shown.get(id) ?? true, page.open])
    if (isDisplayed(read) || !page.displays || page.seen === true)
      return this.#nodes.node('relevant', id, id, plain)
    return this.#nodes.relevantWhereSeen(id, plain, page.seen)
  }

  #block(read: ReadBlock, page: number, relevant: Expression): DraftBlock {
    if (read.field === undefined) return this.#standing(read, page, relevant)
    const { block, field } = read
    const { id } = block
    const { formula } = field
    const disabled =
      formula === undefined
        ? this.#nodes.node(
            'disabled',
            id,
            id,
            first(this.#logic.cases(read, 'disable', 'enable'), block.state === 'disabled'),
          )
        : false
    const draft = this.#standing(read, page, relevant)
    const said = draft.texts.default
    draft.piped = Array.isArray(said) ? [said] : []
    const by = this.#offers.get(id)
    if (by !== undefined && field.offered) {
      draft.piped = [...draft.piped, by]
      draft.texts = { ...draft.texts, offered: by }
      draft.offered = { list: field.offered.list, by: field.offered.by }
    }
    const given = [field.partOf('') === undefined ? 'answered' : 'field', id, disabled, '', ...draft.piped]
    const value = formula === undefined ? given : this.#logic.formula(read, formula)
    const counted = this.#nodes.value(id, first([[relevant, value]], null))
    draft.formula = formula && { expression: value, type: formula.type }
    draft.disabled = disabled
    draft.required = formula === undefined ? this.#logic.required(read) : false
    draft.value = counted
    draft.computed = formula !== undefined
    // what nobody can answer nobody could put right
    const error =
      formula === undefined && field.labelling !== 'none' ? this.#logic.error(read, draft.messages) : ''
    if (error !== '') draft.texts = { ...draft.texts, error }
    draft.secretive = field.serverOnly
    draft.publicSettings = field.publicSettings
    draft.withheldSettings = field.withheldSettings
    if (formula === undefined && block.default !== undefined)
      draft.default = 'text' in block.default ? { value: null } : block.default
    return draft
  }

  /** What every block has. */
  #standing(read: ReadBlock, page: number, relevant: Expression): DraftBlock {
    const { block, family, settings } = read
    const { texts, messages } = this.#logic.texts(read)
    return {
      id: block.id,
      kind: block.kind,
      family,
      page,
      settings,
      publicSettings: [],
      withheldSettings: [],
      section: this.#logic.sectionOf(read)?.block.id,
      repeat: read.layout?.repeat,
      relevant,
      disabled: false,
      required: false,
      value: null,
      computed: false,
      secretive: false,
      formula: undefined,
      given: undefined,
      default: undefined,
      offered: undefined,
      piped: [],
      texts,
      messages,
    }
  }

  *#order(): Steps<string[] | undefined> {
    const result = yield* this.#nodes.order()
    if ('order' in result) return result.order
    for (const circle of result.circles.slice(0, MOST_CIRCLES))
      this.problems.push(circleProblem(circle, this.#byId, this.#nameOf))
    return undefined
  }
}
