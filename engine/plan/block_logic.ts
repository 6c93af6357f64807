import type { FieldFormula } from '@formwright/kit/field'
import type { Condition, Json, Rule } from '../document/document.ts'
import type { DocumentProblem } from '../document/problems.ts'
import type { ReadBlock } from '../document/reading.ts'
import { compileCondition } from '../logic/condition.ts'
import { any, first } from '../logic/expressions.ts'
import { compileFormula } from '../logic/formula.ts'
import type { Expression } from '../logic/interpreter/expression.ts'
import { answerOf, choicesOf, valueOf, WHOLE } from '../logic/linked.ts'
import type { LogicProblem } from '../logic/refused.ts'
import type { DraftBlock } from './emit.ts'
import type { BlockNames } from './names.ts'
import type { Nodes } from './nodes.ts'
import { Referents, type FormIndex } from './referents.ts'
import { compileTexts, type Template, templatesOf } from './texts.ts'

/** Compiles what blocks say of other blocks: conditions, formulas, texts with references. Collects what is wrong with them. */
export class BlockLogic {
  readonly problems: DocumentProblem[]
  readonly #byId: ReadonlyMap<string, ReadBlock>
  readonly #nodes: Nodes
  readonly #names: BlockNames
  readonly #index: FormIndex
  /** what may be referred to in the items of a section, and outside of all */
  readonly #referentsIn = new Map<string | undefined, Referents>()
  /** the block whose logic is compiled */
  #current = ''

  constructor(parts: {
    byId: ReadonlyMap<string, ReadBlock>
    nodes: Nodes
    names: BlockNames
    problems: DocumentProblem[]
  }) {
    this.problems = parts.problems
    this.#byId = parts.byId
    this.#nodes = parts.nodes
    this.#names = parts.names
    this.#index = {
      block: (id) => this.#byId.get(id),
      sectionOf: (read) => this.sectionOf(read),
      names: parts.names,
      node: (expression) => this.#nodes.each(expression, this.#current),
    }
  }

  /** What a block may refer to; `item`: from a text that stands in each item of it. */
  #referents(read: ReadBlock, item = false): Referents {
    const own = item && read.layout?.repeat !== undefined ? read.block.id : this.sectionOf(read)?.block.id
    let referents = this.#referentsIn.get(own)
    if (referents === undefined) {
      referents = new Referents(this.#index, { own })
      this.#referentsIn.set(own, referents)
    }
    return referents
  }

  /** The section that repeats in which a block stands. */
  sectionOf({ block }: ReadBlock): ReadBlock | undefined {
    const parent = block.parent === undefined ? undefined : this.#byId.get(block.parent)
    return parent?.layout?.repeat === undefined ? undefined : parent
  }

  /** Rules of two opposite kinds as cases, the last one first: the last that matches wins. */
  cases(read: ReadBlock, on: Rule['do'], off: Rule['do']): [Expression, Expression][] {
    const cases: [Expression, Expression][] = []
    for (const [index, rule] of (read.block.rules ?? []).entries()) {
      if (rule.do !== on && rule.do !== off) continue
      cases.unshift([this.condition(read, rule.when, `rules.${index}.when`), rule.do === on])
    }
    return cases
  }

  /** A condition of a block; `path` is where it stands there. */
  condition(read: ReadBlock, condition: Condition, path: string): Expression {
    this.#current = read.block.id
    const { expression, problems } = compileCondition(condition, this.#referents(read))
    for (const problem of problems) this.#report(read, problem, path)
    return expression
  }

  #report(read: ReadBlock, { path: inner, ...problem }: LogicProblem, path: string): void {
    this.problems.push({
      severity: 'error',
      ...problem,
      block: read.block.id,
      path: inner === undefined || inner === '' ? path : `${path}.${inner}`,
      message: `${this.#names.nameOf(read)}: ${problem.message}`,
    })
  }

  /** What holds of a block; of one in a section that repeats, in one of its items. */
  inAnyItem(read: ReadBlock, holds: Expression): Expression {
    const section = this.sectionOf(read)?.block.id
    return section === undefined
      ? holds
      : ['?some', ['items', this.#nodes.each(holds, this.#current), section]]
  }

  /** Whether a field must be answered; one without a control nobody could. */
  required(read: ReadBlock): Expression {
    const { block } = read
    if (read.field?.labelling === 'none') return false
    const rules = (block.rules ?? []).flatMap((rule, index) =>
      rule.do === 'require' ? [this.condition(read, rule.when, `rules.${index}.when`)] : [],
    )
    return this.#nodes.node('required', block.id, block.id, block.required === true ? true : any(rules))
  }

  /** The answer that decides what a field offers, and whether it offers anything; undefined where nothing decides. */
  offers(read: ReadBlock): { by: Expression; some: Expression } | undefined {
    const offered = read.field?.offered
    if (offered === undefined) return undefined
    const { address, of, list, by, besides } = offered
    const referents = this.#referents(read)
    const report = (problem: LogicProblem) => this.#report(read, problem, `settings.${of}`)
    if (address === undefined) {
      const message =
        'The question that its options depend on is named in a way that leads to none. Choose it again.'
      report({ code: 'unknown-reference', message })
      return undefined
    }
    const found = referents.find(address)
    if (found === undefined) {
      report({ code: 'unknown-reference', message: referents.missing(address) })
      return undefined
    }
    if (found.options === undefined || found.items !== undefined) {
      const message = `${found.name} is no question of which options can be chosen here. Choose another.`
      report({ code: 'type', message })
      return undefined
    }
    const known = new Set(found.options.map(({ id }) => id))
    const { wanted, always, gone } = offersOf(read.settings[list], by, known)
    if (gone !== undefined) {
      const message = `“${gone}” is offered with an option of ${found.name} that is gone. Choose another.`
      this.#report(read, { code: 'never-holds', severity: 'warning', message }, `settings.${list}`)
    }
    const value = valueOf(address)
    if (always) return { by: value, some: true }
    return {
      by: value,
      some: besides ? ['?not', ['?empty', value]] : ['?any-of', value, ['list', ...wanted]],
    }
  }

  /** The value that a field computes. */
  formula(read: ReadBlock, { expression, type, path: setting }: FieldFormula): Expression {
    const path = `settings.${setting}`
    if (expression.trim() === '') {
      this.problems.push({
        severity: 'warning',
        code: 'syntax',
        block: read.block.id,
        path,
        at: 0,
        message: `${this.#names.nameOf(read)} has no formula yet, so it stays empty.`,
      })
      return null
    }
    const types = type === 'text' ? (['text', 'choice', 'date', 'time'] as const) : [type]
    this.#current = read.block.id
    const result = compileFormula(expression, types, this.#referents(read))
    if ('expression' in result) return type === 'date' ? ['day_of', result.expression] : result.expression
    this.#report(read, result.problem, path)
    return null
  }

  /** The texts of a block that answers are put into, and the messages of its rules by their place. */
  texts(read: ReadBlock): { texts: DraftBlock['texts']; messages: ReadonlyMap<number, Expression> } {
    const { block } = read
    const texts: DraftBlock['texts'] = {}
    const messages = new Map<number, Expression>()
    for (const template of templatesOf(read)) {
      const referents = this.#referents(read, template.ofItems)
      for (const { address, at } of template.references) {
        if (referents.find(address) !== undefined) continue
        const problem: LogicProblem = { code: 'unknown-reference', at, message: referents.missing(address) }
        this.#report(read, problem, template.path)
      }
      const compiled =
        ownValue(read, template, referents, (id) => this.#byId.get(id)?.block.kind) ??
        compileTexts(template, (address) => referents.find(address) !== undefined)
      for (const name in compiled) {
        const text = this.#nodes.node(`text.${name}`, block.id, block.id, compiled[name])
        if (template.rule === undefined) texts[name] = text
        else messages.set(template.rule, text)
      }
    }
    return { texts, messages }
  }

  /** What is said to be wrong with a field: the message of the first of its rules that matches, or an empty text. */
  error(read: ReadBlock, messages: ReadonlyMap<number, Expression>): Expression {
    const { id, rules = [] } = read.block
    const cases = rules.flatMap((rule, index): [Expression, Expression][] =>
      rule.do === 'error'
        ? [[this.condition(read, rule.when, `rules.${index}.when`), messages.get(index) ?? '']]
        : [],
    )
    return this.#nodes.node('error', id, id, first(cases, ''))
  }
}

/** What is no text and no choice: read by a field of its own type, it is what it was. */
const EXACT: ReadonlySet<unknown> = new Set(['number', 'boolean', 'date', 'time', 'datetime'])

/**
 * A default that is one reference to what is of the field's own type: the value itself, not as people read it. Of choices
 * each as people read it, for two lists of the same options need not have the same ids; of what has parts only the answer
 * of a question of the same kind.
 */
function ownValue(
  { block, field }: ReadBlock,
  { name, text, references }: Template,
  referents: Referents,
  kindOf: (id: string) => string | undefined,
): DraftBlock['texts'] | undefined {
  const [only] = references
  if (name !== 'default' || only === undefined || text !== `{#${only.address}}`) return undefined
  const { address } = only
  const { type, items } = referents.find(address) ?? {}
  if (items !== undefined) return undefined
  const own = field?.partOf('')?.type
  if (EXACT.has(type) && own === type) return { default: valueOf(address) }
  const kind = kindOf(address)
  if (type === 'choices' && own === type && kind !== undefined) return { default: choicesOf(address) }
  return type === WHOLE && own === undefined && kind === block.kind
    ? { default: answerOf(address) }
    : undefined
}

/**
 * With which options of the other field items of a list are offered; whether one always is; what is called so that names
 * options which are all gone.
 */
function offersOf(list: Json | undefined, by: string, known: ReadonlySet<string>) {
  const wanted = new Set<string>()
  let always = false
  let gone: string | undefined
  for (const item of Array.isArray(list) ? list : []) {
    const { label, [by]: names }: { [name: string]: Json } = { ...Object(item) }
    if (!Array.isArray(names) || names.length === 0) {
      always = true
      continue
    }
    const here = names.filter((name) => typeof name === 'string' && known.has(name)).map(String)
    if (here.length === 0) gone ??= String(label ?? '')
    for (const name of here) wanted.add(name)
  }
  return { wanted, always, gone }
}
