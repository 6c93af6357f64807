import type { FieldFormula } from '@formwright/kit/field'
import type { Condition, FormDocument, Rule } from '../document/document.ts'
import { liftDocument } from '../document/lift.ts'
import type { DocumentProblem } from '../document/problems.ts'
import { readBlock, type ReadBlock } from '../document/reading.ts'
import { validateStructure } from '../document/validate.ts'
import { compileCondition, type ConditionContext } from '../logic/condition.ts'
import { compileFormula } from '../logic/formula.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { nameOfNode, nodeCalled, valueOf } from '../logic/linked.ts'
import type { LogicProblem } from '../logic/refused.ts'
import type { Registry } from '../registry.ts'
import { all, any, first } from '../logic/expressions.ts'
import { graphNode, orderOf, readsOf, type Graph } from './graph.ts'
import { circleProblem, judgeBlocks, judgeDefaults, judgeNames, judgeTexts } from './judge.ts'
import { BlockNames } from './names.ts'
import { isDisplayed, layOut, type Layout, type Page } from './pages.ts'
import { plansFor, taintedNodes, type Draft, type DraftBlock, type DraftPage } from './emit.ts'
import type { BrowserPlan, ServerPlan } from './plan.ts'
import { Referents, type FormIndex } from './referents.ts'
import { judgeReach } from './reach.ts'
import { judgeSections } from './sections.ts'
import { compileTexts, templatesOf } from './texts.ts'

export interface CompileOptions {
  /** Says why a creator's pattern may not run; null when it may. Without one every pattern passes. */
  judgePattern?: (source: string) => string | null
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
  const structure = validateStructure(document)
  if (structure.some(({ code }) => code === 'too-large')) return { problems: structure }
  const lifted = liftDocument(document, registry)
  const names = new BlockNames(lifted.document.blocks, options.formerLabel, (block, part) => {
    return readBlock(block, registry).read.field?.partOf(part)?.label
  })
  const compiler = new Compiler(lifted.document, registry, options, names)
  compiler.problems.push(...structure, ...lifted.problems)
  const { problems, plans } = compiler.compile()
  const said = problems.map((problem) => ({ ...problem, message: names.spoken(problem.message) }))
  return plans === undefined ? { problems: said } : { problems: said, plans }
}

class Compiler {
  readonly problems: DocumentProblem[] = []
  readonly #registry: Registry
  readonly #document: FormDocument
  readonly #options: CompileOptions
  readonly #judgePattern: ConditionContext['judgePattern']
  readonly #blocks: ReadBlock[] = []
  readonly #byId = new Map<string, ReadBlock>()
  /** what may be referred to in the items of a section, and outside of all */
  readonly #referentsIn = new Map<string | undefined, Referents>()
  readonly #index: FormIndex
  /** the block whose logic is compiled */
  #current = ''
  #lists = 0
  readonly #graph: Graph = new Map()
  /** relevance of what displays nothing, without the question whether there is something else to see */
  readonly #seenless = new Map<string, Expression>()

  /** blocks whose skips read a node, by the names of their page's node and of that node */
  readonly #skippers = new Map<string, string>()

  readonly #names: BlockNames

  constructor(document: FormDocument, registry: Registry, options: CompileOptions, names: BlockNames) {
    this.#names = names
    this.#document = document
    this.#registry = registry
    this.#options = options
    this.#judgePattern = options.judgePattern ?? (() => null)
    this.#index = {
      block: (id) => this.#byId.get(id),
      sectionOf: (read) => this.#sectionOf(read),
      names,
      node: (expression) => this.#each(expression),
    }
  }

  compile(): Compilation {
    for (const block of this.#document.blocks) {
      const { read, problem } = readBlock(block, this.#registry)
      if (problem !== undefined) this.problems.push(problem)
      if (this.#byId.has(block.id)) continue
      this.#blocks.push(read)
      this.#byId.set(block.id, read)
    }
    const layout = layOut(this.#blocks)
    this.#names.count(layout.pages.flatMap(({ start }) => start ?? []))
    this.problems.push(
      ...judgeBlocks(this.#blocks, this.#judgePattern, this.#nameOf),
      ...this.#judgeDefaults(),
      ...judgeNames(this.#blocks, this.#nameOf),
      ...judgeReach(layout.pages, this.#nameOf),
      ...judgeSections(this.#blocks, this.#nameOf),
    )
    const draft = this.#draft(layout)
    this.#addWanted(draft)
    const order = this.#order()
    if (this.#options.lenient) for (const problem of this.problems) problem.severity = 'warning'
    if (order === undefined || this.problems.some(({ severity }) => severity === 'error')) {
      return { problems: this.problems }
    }
    const tainted = taintedNodes(draft, this.#graph, order)
    this.problems.push(...judgeTexts(draft, tainted, this.#byId, this.#nameOf))
    if (this.#options.checkOnly) return { problems: this.problems }
    return { problems: this.problems, plans: plansFor(draft, this.#graph, order, tainted) }
  }

  readonly #nameOf = (read: ReadBlock): string => this.#names.nameOf(read)

  #judgeDefaults(): DocumentProblem[] {
    const { language } = this.#document.settings.general
    return judgeDefaults(this.#blocks, language, this.#nameOf)
  }

  // ---- sections that repeat ----

  /** What a block may refer to; `item`: from a text that stands in each item of it. */
  #referents(read: ReadBlock, item = false): Referents {
    const own = item && read.layout?.repeat !== undefined ? read.block.id : this.#sectionOf(read)?.block.id
    let referents = this.#referentsIn.get(own)
    if (referents === undefined) {
      referents = new Referents(this.#index, { own })
      this.#referentsIn.set(own, referents)
    }
    return referents
  }

  #sectionOf({ block }: ReadBlock): ReadBlock | undefined {
    const parent = block.parent === undefined ? undefined : this.#byId.get(block.parent)
    return parent?.layout?.repeat === undefined ? undefined : parent
  }

  /** A node for what stands in items: a list is made of it. */
  #each(expression: Expression): Expression {
    if (Array.isArray(expression) && expression[0] === 'ref') return expression
    const name = nameOfNode('each', String(this.#lists++))
    this.#graph.set(name, graphNode(expression, this.#current))
    return nodeCalled(name)
  }

  // ---- nodes ----

  /** A node of its own for what is more than a constant or another node. */
  #node(role: string, id: string, block: string, expression: Expression): Expression {
    if (typeof expression !== 'object' || expression === null || expression[0] === 'ref') return expression
    const name = nameOfNode(role, id)
    this.#graph.set(name, graphNode(expression, block))
    return nodeCalled(name)
  }

  #draft(layout: Layout): Draft {
    const blocks = new Map<string, DraftBlock>()
    const shown = new Map<string, Expression>()
    for (const read of this.#blocks) shown.set(read.block.id, this.#shown(read, shown))
    const pages = this.#pages(layout, shown)
    for (const [index, page] of layout.pages.entries()) {
      if (page.start !== undefined)
        blocks.set(page.id, this.#standing(page.start, index, pages[index].relevant))
      for (const read of page.blocks) {
        blocks.set(read.block.id, this.#block(read, index, this.#relevant(read, shown, pages[index])))
      }
    }
    const ending = this.#ending(layout, pages[layout.pages.length].reached)
    for (const read of layout.endings) {
      const { id } = read.block
      const known = typeof ending !== 'object' || ending === null
      const relevant = this.#node('relevant', id, id, known ? ending === id : ['at', ending, id])
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
    const own = first(this.#cases(read, 'show', 'hide'), block.state !== 'hidden')
    const around = shown.get(block.parent ?? '') ?? true
    return this.#node('shown', block.id, block.id, all([around, own]))
  }

  /** Rules of two opposite kinds as cases, the last one first: the last that matches wins. */
  #cases(read: ReadBlock, on: Rule['do'], off: Rule['do']): [Expression, Expression][] {
    const cases: [Expression, Expression][] = []
    for (const [index, rule] of (read.block.rules ?? []).entries()) {
      if (rule.do !== on && rule.do !== off) continue
      cases.unshift([this.#condition(read, rule.when, `rules.${index}.when`), rule.do === on])
    }
    return cases
  }

  #condition(read: ReadBlock, condition: Condition, path: string): Expression {
    this.#current = read.block.id
    const context = { references: this.#referents(read), judgePattern: this.#judgePattern }
    const { expression, problems } = compileCondition(condition, context)
    for (const problem of problems) this.#report(read, problem, path)
    return expression
  }

  #report(read: ReadBlock, { path: inner, ...problem }: LogicProblem, path: string): void {
    this.problems.push({
      severity: 'error',
      ...problem,
      block: read.block.id,
      path: inner === undefined || inner === '' ? path : `${path}.${inner}`,
      message: `${this.#nameOf(read)}: ${problem.message}`,
    })
  }

  /**
   * A block counts when it is shown and its page is reached and shown. What displays nothing counts only where there is
   * something else to see; on a page that never displays anything that would mean never, so there the walk past it is enough.
   */
  #relevant(read: ReadBlock, shown: ReadonlyMap<string, Expression>, page: DraftPage): Expression {
    const { id } = read.block
    const plain = all([shown.get(id) ?? true, page.open])
    if (isDisplayed(read) || !page.displays || page.seen === true)
      return this.#node('relevant', id, id, plain)
    const name = nameOfNode('relevant', id)
    this.#seenless.set(name, plain)
    this.#graph.set(name, graphNode(all([plain, page.seen]), id))
    return nodeCalled(name)
  }

  #pages(layout: Layout, shown: ReadonlyMap<string, Expression>): DraftPage[] {
    const places = this.#places(layout)
    const pages: DraftPage[] = []
    let reached: Expression = 0
    let farthest = 0
    for (const [index, page] of layout.pages.entries()) {
      const arrived = this.#node(
        'arrived',
        page.id,
        page.id,
        reached === index ? true : ['at', reached, index],
      )
      // Of a section that repeats there is something to see without any item.
      const displayed = page.blocks.filter((read) => isDisplayed(read) && this.#sectionOf(read) === undefined)
      const open = all([shown.get(page.id) ?? true, arrived])
      const see = any(displayed.map(({ block }) => shown.get(block.id) ?? true))
      const seen = this.#node('seen', page.id, page.id, see)
      const visible = this.#node('visible', page.id, page.id, all([shown.get(page.id) ?? true, seen]))
      const skips = this.#skips(page, index, places, shown)
      const next = this.#node('next', page.id, page.id, first(skips.cases, index + 1))
      const relevant = this.#node('page', page.id, page.id, all([arrived, visible]))
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
    if (next === index + 1) return this.#node('reached', page.id, page.id, ['past', reached, index + 1])
    return this.#node('reached', page.id, page.id, ['walk', reached, index, visible, next])
  }

  /** Where skips may lead: pages by their number, endings above. */
  #places({ pages, endings }: Layout): Map<string, number> {
    const places = new Map<string, number>()
    for (const [index, page] of pages.entries()) places.set(page.id, index)
    for (const [index, read] of endings.entries()) places.set(read.block.id, pages.length + 1 + index)
    return places
  }

  /** The skips of a page in order, each read only while its block is shown (docs/semantics.md: Pages and endings). */
  #skips(
    page: Page,
    index: number,
    places: ReadonlyMap<string, number>,
    shown: ReadonlyMap<string, Expression>,
  ): { cases: [Expression, Expression][]; farthest: number } {
    const cases: [Expression, Expression][] = []
    let farthest = index + 1
    for (const read of page.start === undefined ? page.blocks : [page.start, ...page.blocks]) {
      for (const [order, rule] of (read.block.rules ?? []).entries()) {
        if (rule.do !== 'skip') continue
        const condition = this.#condition(read, rule.when, `rules.${order}.when`)
        const place = places.get(rule.to) ?? -1
        if (place <= index) {
          this.problems.push({
            severity: 'error',
            code: 'unknown-target',
            block: read.block.id,
            path: `rules.${order}.to`,
            message: places.has(rule.to)
              ? `${this.#nameOf(read)} can only skip to a later page.`
              : `${this.#nameOf(read)} skips to ${this.#names.gone(rule.to) ?? 'a page or ending'}, which is no longer in the form.`,
          })
          continue
        }
        const next = nameOfNode('next', page.id)
        for (const name of readsOf(condition)) this.#skippers.set(`${next} ${name}`, read.block.id)
        cases.push([this.#inAnyItem(read, all([shown.get(read.block.id) ?? true, condition])), place])
        farthest = Math.max(farthest, place)
      }
    }
    return { cases, farthest }
  }

  /** What holds of a block; of one in a section that repeats, in one of its items. */
  #inAnyItem(read: ReadBlock, holds: Expression): Expression {
    const section = this.#sectionOf(read)?.block.id
    return section === undefined ? holds : ['?some', ['items', this.#each(holds), section]]
  }

  /** A skip to an ending beats the endings' conditions; then the first that matches, then the fallback. */
  #ending({ pages, endings }: Layout, reached: Expression): Expression {
    const cases: [Expression, Expression][] = []
    let fallback: string | null = null
    for (const [index, { block }] of endings.entries()) {
      if (reached !== pages.length) cases.push([['at', reached, pages.length + 1 + index], block.id])
      if (block.condition === undefined) fallback ??= block.id
    }
    for (const read of endings) {
      const { condition, id } = read.block
      if (condition !== undefined) cases.push([this.#condition(read, condition, 'condition'), id])
    }
    return this.#node('ending', '', endings[0]?.block.id ?? '', first(cases, fallback))
  }

  #block(read: ReadBlock, page: number, relevant: Expression): DraftBlock {
    if (read.field === undefined) return this.#standing(read, page, relevant)
    const { block, field } = read
    const { id } = block
    const { formula } = field
    const disabled =
      formula === undefined
        ? this.#node(
            'disabled',
            id,
            id,
            first(this.#cases(read, 'disable', 'enable'), block.state === 'disabled'),
          )
        : false
    const given = [field.partOf('') === undefined ? 'answered' : 'field', id, disabled]
    const value = formula === undefined ? given : this.#formula(read, formula)
    // A node even where a constant or another node would do: texts and logic refer to it by name.
    this.#graph.set(nameOfNode('value', id), graphNode(first([[relevant, value]], null), id))
    const draft = this.#standing(read, page, relevant)
    draft.disabled = disabled
    draft.required = formula === undefined ? this.#required(read) : false
    draft.value = valueOf(id)
    draft.computed = formula !== undefined
    draft.secretive = field.serverOnly
    draft.publicSettings = field.publicSettings
    draft.default = formula === undefined ? block.default : undefined
    return draft
  }

  /** The value of a part, and what a person reads of an answer or a part, are nodes only where something asks for them. */
  #addWanted({ blocks }: Draft): void {
    const byId = new Map(blocks.map((block) => [block.id, block]))
    let nodes = [...this.#graph.values()]
    while (nodes.length > 0) {
      const wanted = new Set<string>()
      for (const { reads } of nodes) for (const name of reads) if (!this.#graph.has(name)) wanted.add(name)
      nodes = []
      for (const name of wanted) {
        const [role, address] = name.split(':')
        const [id, ...rest] = address.split('.')
        const block = byId.get(id)
        if (block === undefined) continue
        const node = graphNode(wantedNode(role, block, rest.join('.')), id)
        this.#graph.set(name, node)
        nodes.push(node)
      }
    }
  }

  #required(read: ReadBlock): Expression {
    const { block } = read
    const rules = (block.rules ?? []).flatMap((rule, index) =>
      rule.do === 'require' ? [this.#condition(read, rule.when, `rules.${index}.when`)] : [],
    )
    return this.#node('required', block.id, block.id, block.required === true ? true : any(rules))
  }

  #formula(read: ReadBlock, { expression, type, path: setting }: FieldFormula): Expression {
    const path = `settings.${setting}`
    if (expression.trim() === '') {
      this.problems.push({
        severity: 'warning',
        code: 'syntax',
        block: read.block.id,
        path,
        at: 0,
        message: `${this.#nameOf(read)} has no formula yet, so it stays empty.`,
      })
      return null
    }
    const types = type === 'text' ? (['text', 'choice', 'date', 'time'] as const) : [type]
    this.#current = read.block.id
    const result = compileFormula(expression, types, this.#referents(read))
    if ('expression' in result) return result.expression
    this.#report(read, result.problem, path)
    return null
  }

  /** What every block has. */
  #standing(read: ReadBlock, page: number, relevant: Expression): DraftBlock {
    const { block, family, settings } = read
    const texts: DraftBlock['texts'] = {}
    for (const template of templatesOf(read)) {
      const referents = this.#referents(read, template.ofItems)
      for (const { address, at } of template.references) {
        if (referents.find(address) !== undefined) continue
        const problem: LogicProblem = { code: 'unknown-reference', at, message: referents.missing(address) }
        this.#report(read, problem, template.path)
      }
      const compiled = compileTexts(template, (address) => referents.find(address) !== undefined)
      for (const name in compiled)
        texts[name] = this.#node(`text.${name}`, block.id, block.id, compiled[name])
    }
    return {
      id: block.id,
      kind: block.kind,
      family,
      page,
      settings,
      publicSettings: [],
      section: this.#sectionOf(read)?.block.id,
      repeat: read.layout?.repeat,
      relevant,
      disabled: false,
      required: false,
      value: null,
      computed: false,
      secretive: false,
      default: undefined,
      texts,
    }
  }

  // ---- order and circles ----

  #order(): string[] | undefined {
    let result = orderOf(this.#graph)
    // Blocks may be shown by a calculation on their own page that is not displayed: it then counts without them.
    while ('circles' in result && this.#loosen(result.circles.flat())) result = orderOf(this.#graph)
    if ('order' in result) return result.order
    for (const circle of result.circles)
      this.problems.push(circleProblem(this.#along(circle), this.#byId, this.#nameOf))
    return undefined
  }

  /** Ids of the blocks (and pages) that a circle of nodes leads over, in order. */
  #along(circle: readonly string[]): string[] {
    const ids = circle.map((name, at) => {
      const read = circle[at + 1] ?? circle[0]
      return this.#skippers.get(`${name} ${read}`) ?? this.#graph.get(name)?.block ?? ''
    })
    return [...new Set(ids)]
  }

  #loosen(names: readonly string[]): boolean {
    const found = names.filter((name) => this.#seenless.has(name))
    for (const name of found) {
      const node = this.#graph.get(name)
      const expression = this.#seenless.get(name)
      if (node !== undefined && expression !== undefined)
        this.#graph.set(name, graphNode(expression, node.block))
      this.#seenless.delete(name)
    }
    return found.length > 0
  }
}

/**
 * The value of a part, or what a person reads of an answer or a part of it; of a section how many items it has, that it
 * has them, and what `part` is in all of them.
 */
function wantedNode(
  role: string,
  { id, relevant, disabled, computed, repeat, texts }: DraftBlock,
  part: string,
): Expression {
  if (repeat !== undefined) {
    if (part !== '') {
      const list = ['items', nodeCalled(nameOfNode(role, part)), id]
      return role === 'reading' ? ['joined', list] : list
    }
    if (role === 'exists') return first([[relevant, true]], null)
    const count = first([[relevant, ['item-count', id]]], 0)
    return role === 'reading' ? ['concat', valueOf(id)] : count
  }
  if (computed) return ['reading-of', id, valueOf(id)]
  const of = part === '' ? [] : [part]
  if (role === 'reading') {
    // an answer may be told with texts that answers stand in, as labels of options
    const told = Object.entries(texts).flatMap(([name, text]) =>
      isSetting(name) && Array.isArray(text) ? [text] : [],
    )
    const tail = told.length === 0 ? of : [of[0] ?? null, ...told]
    return first([[relevant, ['reading', id, disabled, ...tail]]], '')
  }
  return first([[relevant, ['field', id, disabled, ...of]]], null)
}

/** Whether a text of a block stands in its settings. */
function isSetting(name: string): boolean {
  return name !== 'label' && name !== 'help' && name !== 'placeholder'
}
