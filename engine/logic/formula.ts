import { fold } from '@formwright/kit/fold'
import type { Option } from '@formwright/kit/field'
import type { Expression } from './interpreter/expression.ts'
import { isTimeOfDay, localOf } from './interpreter/dates.ts'
import { first } from './expressions.ts'
import { comparedAs, readingOf, valueOf, type Items, type References } from './linked.ts'
import { parse, type Tree } from './parser.ts'
import { signatureOf, type Parameter, type Signature, type Type } from './signatures.ts'
import { FormulaError, type LogicProblem } from './refused.ts'
import { functionLike } from './suggestion.ts'

/** A checked part of a formula. */
interface Part {
  type: Type
  expression: Expression
  tree: Tree
  /** when it is an answer, or a part of one */
  address?: string
  /** when it stands in all items of a section; then `type` is that of one */
  items?: Items
  options?: readonly Option[]
}

const WORDS: Readonly<Record<Parameter, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
  time: 'a time of day',
  datetime: 'a date and time',
  choice: 'a choice',
  choices: 'several choices',
  file: 'files',
  whole: 'made of several parts',
  empty: 'nothing',
  any: 'any value',
  written: 'a text',
  first: 'a value',
}

/** A type as one says it: “a number”. */
export function wordsOf(type: Type): string {
  return WORDS[type]
}

const ORDERED = new Set(['<', '<=', '>', '>='])

/** Reads, checks and compiles a formula whose result must have one of `types`. */
export function compileFormula(
  formula: string,
  types: readonly Type[],
  references: References,
): { expression: Expression; type: Type } | { problem: LogicProblem } {
  const parsed = parse(formula)
  if ('problem' in parsed) return parsed
  try {
    const part = new Checker(references).part(parsed.tree)
    if (isList(part)) throw listed(part, 'This formula')
    if (part.type !== 'empty' && !types.includes(part.type)) {
      const wanted = types.map((type) => WORDS[type]).join(' or ')
      const hint =
        types.includes('text') && part.type === 'number' ? ' Use text(…) to make a text of it.' : ''
      throw new FormulaError(
        'type',
        0,
        `The formula gives ${WORDS[part.type]}, but ${wanted} is needed.${hint}`,
      )
    }
    return { expression: part.expression, type: part.type }
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.problem }
    throw error
  }
}

class Checker {
  readonly #references: References

  constructor(references: References) {
    this.#references = references
  }

  /** Recursive: the parser bounds how deep formulas are. */
  part(tree: Tree): Part {
    switch (tree.kind) {
      case 'literal':
        return { type: literalType(tree.value), expression: tree.value, tree }
      case 'reference': {
        const referent = this.#references.find(tree.address)
        if (referent === undefined)
          throw new FormulaError('unknown-reference', tree.at, this.#references.missing(tree.address))
        const address = referent.address ?? tree.address
        const { options, items } = referent
        return {
          type: comparedAs(referent.type),
          expression: valueOf(address),
          tree,
          address,
          options,
          items,
        }
      }
      case 'call':
        if (tree.name === 'where' && tree.args.length === 2)
          return this.#where(tree, tree.args[0], tree.args[1])
        return this.#call(
          tree,
          tree.name,
          tree.args.map((arg) => this.part(arg)),
        )
    }
  }

  /** The answers of those items for which a condition holds; the others count as empty. */
  #where(tree: Tree, list: Tree, condition: Tree): Part {
    const of = this.part(list)
    const { items } = of
    if (items === undefined) {
      throw new FormulaError(
        'type',
        list.at,
        `“where” chooses among the items of a section; ${what(of).toLowerCase()} is in none.`,
      )
    }
    const holds = new Checker(items.inside).part(condition)
    const when = this.#argument('where', holds, 'boolean', 'boolean')
    const own = first([[['?holds', when], items.own]], null)
    return {
      type: items.counted ? 'boolean' : of.type,
      options: of.options,
      expression: items.list(own),
      tree,
      items: { ...items, own, counted: false },
    }
  }

  #call(tree: Tree & { kind: 'call' }, name: string, parts: Part[]): Part {
    if (name === 'count') parts = parts.map(asList)
    const list = parts.find(isList)
    if (list !== undefined && !takesLists(name, list)) throw listed(list, quoted(name))
    if (name === '=' || name === '!=') return this.#equality(tree, name, parts[0], parts[1])
    if (ORDERED.has(name)) return this.#order(tree, name, parts[0], parts[1])
    if (name === '&') return { type: 'text', expression: ['concat', ...parts.map(written)], tree }
    const signature = signatureOf(name)
    if (signature === undefined) {
      const meant = functionLike(name)
      const hint = meant === undefined ? '' : ` Did you mean “${meant}”?`
      throw new FormulaError('syntax', tree.at, `There is no function “${name}”.${hint}`)
    }
    this.#count(tree, name, signature, parts)
    if (name === 'value') return worth(tree, parts[0])
    if (name === 'contains') return this.#contains(tree, parts[0], parts[1])
    if (name === 'date') return this.#date(tree, parts)
    if (name === 'text' || name === 'concat')
      return { type: 'text', expression: [name, ...parts.map(written)], tree }
    const first = signature.result === 'first' ? firstType(signature, parts) : 'empty'
    const expressions = parts.map((part, index) =>
      this.#argument(name, part, signature.parameters[index] ?? signature.rest ?? 'any', first),
    )
    return {
      type: signature.result === 'first' ? first : signature.result,
      expression: [name, ...expressions],
      tree,
      options:
        signature.result === 'first' ? parts.find((part) => part.options !== undefined)?.options : undefined,
    }
  }

  #count(tree: Tree & { kind: 'call' }, name: string, signature: Signature, parts: Part[]): void {
    const most = signature.rest === undefined ? signature.parameters.length : Infinity
    const least = signature.required ?? signature.parameters.length
    if (parts.length >= least && parts.length <= most) return
    const wanted =
      least === most ? String(least) : most === Infinity ? `${least} or more` : `${least} to ${most}`
    throw new FormulaError(
      'type',
      tree.at,
      `“${name}” takes ${wanted} ${wanted === '1' ? 'value' : 'values'}, not ${parts.length}.`,
    )
  }

  #argument(name: string, part: Part, parameter: Parameter, first: Type): Expression {
    const wanted = parameter === 'first' ? first : parameter
    if (fits(part.type, wanted)) return wanted === 'written' ? written(part) : part.expression
    // Where a text and a choice meet, both are text as a person reads it.
    if (wanted === 'text' && (part.type === 'choice' || isMoment(part.type))) return written(part)
    const joined = name === '+' && part.type === 'text' ? ' Texts are joined with “&”.' : ''
    throw new FormulaError(
      'type',
      part.tree.at,
      `${what(part)} is ${WORDS[part.type]}, but ${quoted(name)} needs ${WORDS[wanted]}.${joined}`,
    )
  }

  #equality(tree: Tree & { kind: 'call' }, name: string, left: Part, right: Part): Part {
    const expression = (operation: string, a: Expression, b: Expression): Part => ({
      type: 'boolean',
      expression: [operation, a, b],
      tree,
    })
    const negated = name === '!='
    if (left.type === 'empty' || right.type === 'empty') {
      throw new FormulaError('type', tree.at, 'Nothing equals empty. Use isempty(…) instead.')
    }
    if (left.type === 'choice' || right.type === 'choice') {
      const [choice, other] = left.type === 'choice' ? [left, right] : [right, left]
      if (other.type === 'choice')
        return expression(negated ? 'differs' : 'same', left.expression, right.expression)
      if (other.tree.kind === 'literal' && typeof other.tree.value === 'string') {
        const option = this.#option(choice, other.tree.value, other.tree.at)
        return expression(negated ? 'differs' : 'same', choice.expression, option)
      }
      if (other.type === 'text') {
        return expression(negated ? 'text-differs' : 'text-same', written(left), written(right))
      }
    }
    const moment = [left.type, right.type].find(isMoment)
    if (moment !== undefined && (left.type === 'text' || right.type === 'text')) {
      return expression(
        negated ? 'date-differs' : 'date-same',
        momentOf(left, moment),
        momentOf(right, moment),
      )
    }
    if (left.type !== right.type || UNEQUALLED.has(left.type)) {
      throw new FormulaError(
        'type',
        tree.at,
        `${WORDS[left.type]} cannot be compared with ${WORDS[right.type]}.`,
      )
    }
    const kinds: Partial<Record<Type, string>> = { text: 'text-', date: 'date-', time: 'date-' }
    return expression(
      (kinds[left.type] ?? '') + (negated ? 'differs' : 'same'),
      left.expression,
      right.expression,
    )
  }

  #order(tree: Tree & { kind: 'call' }, name: string, left: Part, right: Part): Part {
    const types = [left.type, right.type].filter((type) => type !== 'empty')
    if (types.every((type) => type === 'number')) {
      return { type: 'boolean', expression: [name, left.expression, right.expression], tree }
    }
    const moment = types.find(isMoment)
    if (moment !== undefined && types.every((type) => type === moment || type === 'text')) {
      const expression = [`date${name}`, momentOf(left, moment), momentOf(right, moment)]
      return { type: 'boolean', expression, tree }
    }
    const wrong = [left, right].find((part) => part.type !== 'number' && !isMoment(part.type)) ?? right
    throw new FormulaError(
      'type',
      wrong.tree.at,
      `“${name}” orders two numbers or two dates; ${what(wrong)} is ${WORDS[wrong.type]}.`,
    )
  }

  #contains(tree: Tree & { kind: 'call' }, list: Part, item: Part): Part {
    if (list.type !== 'choices') {
      const expressions = [list, item].map((part) => this.#argument('contains', part, 'written', part.type))
      return { type: 'boolean', expression: ['contains', ...expressions], tree }
    }
    if (item.tree.kind === 'literal' && typeof item.tree.value === 'string') {
      return {
        type: 'boolean',
        expression: ['has', list.expression, this.#option(list, item.tree.value, item.tree.at)],
        tree,
      }
    }
    if (item.type !== 'choice' && item.type !== 'empty') {
      throw new FormulaError(
        'type',
        item.tree.at,
        `${what(item)} is ${WORDS[item.type]}, but an option is needed.`,
      )
    }
    return { type: 'boolean', expression: ['has', list.expression, item.expression], tree }
  }

  #date(tree: Tree & { kind: 'call' }, parts: Part[]): Part {
    if (parts.length === 1) return { type: 'date', expression: momentOf(parts[0], 'date'), tree }
    if (parts.length === 2)
      throw new FormulaError('type', tree.at, '“date” takes a text, or year, month and day.')
    const expressions = parts.map((part) => this.#argument('date', part, 'number', 'number'))
    return { type: 'date', expression: ['date', ...expressions], tree }
  }

  /** An option by its id or its label. */
  #option(choice: Part, wanted: string, at: number): Expression {
    if (choice.options === undefined) return wanted
    const option =
      choice.options.find(({ id }) => id === wanted) ??
      choice.options.find(({ label }) => fold(label) === fold(wanted))
    if (option === undefined) throw new FormulaError('type', at, `This question has no option “${wanted}”.`)
    return option.id
  }
}

function literalType(value: number | string | boolean | null): Type {
  return value === null
    ? 'empty'
    : typeof value === 'number'
      ? 'number'
      : typeof value === 'string'
        ? 'text'
        : 'boolean'
}

function fits(type: Type, parameter: Parameter): boolean {
  if (type === 'empty' || parameter === 'any' || parameter === 'empty') return true
  if (parameter === 'written')
    return type === 'text' || type === 'choice' || type === 'choices' || isMoment(type)
  return type === parameter
}

/** What the chosen options are worth: of several together. The values stand in the formula, wherever it is worked out. */
function worth(tree: Tree, part: Part): Part {
  if (part.type !== 'choice' && part.type !== 'choices') {
    const message = `${what(part)} is ${WORDS[part.type]}, but “value” needs a choice.`
    throw new FormulaError('type', part.tree.at, message)
  }
  const values = (part.options ?? []).flatMap(({ id, value }) => (value === undefined ? [] : [id, value]))
  if (values.length === 0) {
    const message = `No option of ${what(part).toLowerCase()} has a value. Give them values in its settings.`
    throw new FormulaError('type', part.tree.at, message)
  }
  const valued = (chosen: Expression): Expression => ['value', chosen, ...values]
  const { items } = part
  if (items === undefined) return { type: 'number', expression: valued(part.expression), tree }
  const own = valued(items.own)
  return { type: 'number', expression: items.list(own), tree, items: { ...items, own } }
}

/** The type that arguments of equal type share; text wins over what can be read as text. */
function firstType(signature: Signature, parts: Part[]): Type {
  const types = parts
    .filter((_, index) => (signature.parameters[index] ?? signature.rest) === 'first')
    .map((part) => part.type)
    .filter((type) => type !== 'empty')
  return types.includes('text') ? 'text' : (types[0] ?? 'empty')
}

/** A part as text: of a block that is not text or number itself, what a person reads. */
function written(part: Part): Expression {
  const asIs = !isList(part) && (part.type === 'text' || part.type === 'number' || isMoment(part.type))
  return part.address === undefined || asIs ? part.expression : readingOf(part.address)
}

function isMoment(type: Type): type is 'date' | 'time' {
  return type === 'date' || type === 'time'
}

/** Types that nothing is equal to. */
const UNEQUALLED = new Set<Type>(['choices', 'file', 'whole'])

/** A part as a date or a time of day: itself, or a text that is one. */
function momentOf(part: Part, type: 'date' | 'time'): Expression {
  if (part.type === type || part.type === 'empty') return part.expression
  if (part.type !== 'text') {
    throw new FormulaError(
      'type',
      part.tree.at,
      `${what(part)} is ${WORDS[part.type]}, but ${WORDS[type]} is needed.`,
    )
  }
  const { tree } = part
  if (tree.kind === 'literal' && typeof tree.value === 'string') {
    const fits = type === 'date' ? localOf(tree.value) !== undefined : isTimeOfDay(tree.value)
    const example = type === 'date' ? '2024-12-31' : '17:30'
    if (!fits)
      throw new FormulaError(
        'type',
        tree.at,
        `“${tree.value}” is not ${WORDS[type]}. Write it as "${example}".`,
      )
  }
  return [type === 'date' ? 'date_of' : 'time_of', part.expression]
}

/** Has a value for each item: the section itself has one, the number of its items. */
function isList({ items }: Part): boolean {
  return items !== undefined && !items.counted
}

/** The items of a section one by one, where the section stands for them. */
function asList(part: Part): Part {
  const { items } = part
  if (items === undefined || !items.counted) return part
  return { ...part, expression: items.list(items.own), items: { ...items, counted: false } }
}

const OF_LISTS = new Set(['sum', 'avg', 'min', 'max', 'count', 'value'])

/** Texts show a list with commas between, as long as people read what is in it as it stands. */
function takesLists(name: string, { address }: Part): boolean {
  return OF_LISTS.has(name) || (address !== undefined && ['&', 'text', 'concat'].includes(name))
}

function listed({ tree }: Part, by: string): FormulaError {
  const message = `This question has an answer in each item of its section, but ${by} takes one value. Use sum(…), avg(…), min(…), max(…) or count(…).`
  return new FormulaError('type', tree.at, message)
}

function what(part: Part): string {
  if (part.tree.kind === 'literal') return 'This'
  return part.tree.kind === 'reference' ? 'This answer' : 'This part'
}

function quoted(name: string): string {
  return `“${name === 'negative' ? '-' : name === 'positive' ? '+' : name}”`
}
