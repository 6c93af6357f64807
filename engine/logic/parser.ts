import { FormulaError, type LogicProblem } from './refused.ts'
import { signatureOf } from './signatures.ts'
import { functionLike } from './suggestion.ts'
import { tokensOf, type Token } from './tokens.ts'

/** A formula as a tree. `at` is where its part begins, for messages. */
export type Tree =
  | { kind: 'literal'; at: number; value: number | string | boolean | null }
  | { kind: 'reference'; at: number; address: string }
  | { kind: 'call'; at: number; name: string; args: Tree[]; depth: number }

/** Formulas nested deeper than this are refused, so that reading and running them cannot exhaust the stack. */
export const DEEPEST_FORMULA = 400

interface Operator {
  name: string
  /** how tightly it binds */
  power: number
  right?: true
}

const BINARY: Readonly<Record<string, Operator>> = {
  or: { name: 'or', power: 1 },
  '||': { name: 'or', power: 1 },
  and: { name: 'and', power: 2 },
  '&&': { name: 'and', power: 2 },
  '=': { name: '=', power: 4 },
  '==': { name: '=', power: 4 },
  '!=': { name: '!=', power: 4 },
  '<>': { name: '!=', power: 4 },
  '<': { name: '<', power: 4 },
  '<=': { name: '<=', power: 4 },
  '>': { name: '>', power: 4 },
  '>=': { name: '>=', power: 4 },
  '&': { name: '&', power: 5 },
  '+': { name: '+', power: 6 },
  '-': { name: '-', power: 6 },
  '*': { name: '*', power: 7 },
  '/': { name: '/', power: 7 },
  '%': { name: 'mod', power: 7 },
  '^': { name: 'power', power: 9, right: true },
}
const NOT_POWER = 3
const COMPARISON_POWER = 4
const MINUS_POWER = 8

/** Reads a formula: precedence climbing, bounded in depth. */
export function parse(formula: string): { tree: Tree } | { problem: LogicProblem } {
  const result = tokensOf(formula)
  if ('problem' in result) return result
  try {
    return { tree: new Parser(result.tokens).whole() }
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.problem }
    throw error
  }
}

class Parser {
  readonly #tokens: Token[]
  #place = 0
  #depth = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  whole(): Tree {
    const tree = this.#expression(0)
    const token = this.#peek()
    if (this.#sign(',') && this.#tokens[this.#place - 1].type === 'number')
      throw new FormulaError('syntax', token.at, 'Decimals are written with a point, as in 12.5.')
    if (token.type !== 'end') throw new FormulaError('syntax', token.at, 'An operator is missing here.')
    return tree
  }

  #peek(): Token {
    return this.#tokens[this.#place]
  }

  #take(): Token {
    const token = this.#tokens[this.#place]
    if (token.type !== 'end') this.#place++
    return token
  }

  #sign(value: string): boolean {
    const token = this.#peek()
    return token.type === 'sign' && token.value === value
  }

  #call(name: string, at: number, args: Tree[]): Tree {
    // Chains like 1+1+1 grow to the left without the parser going deeper.
    let depth = 0
    for (const arg of args) if (arg.kind === 'call') depth = Math.max(depth, arg.depth)
    if (depth >= DEEPEST_FORMULA) this.#tooDeep(at)
    return { kind: 'call', at, name, args, depth: depth + 1 }
  }

  #tooDeep(at: number): never {
    throw new FormulaError(
      'too-large',
      at,
      'The formula is nested too deeply. Split it into several calculations.',
    )
  }

  #expression(least: number): Tree {
    if (++this.#depth > DEEPEST_FORMULA) this.#tooDeep(this.#peek().at)
    let left = this.#hundredths(this.#operand())
    for (;;) {
      const token = this.#peek()
      const operator = operatorOf(token)
      if (operator === undefined || operator.power < least) break
      this.#take()
      const right = this.#expression(operator.right ? operator.power : operator.power + 1)
      left = this.#call(operator.name, token.at, [left, right])
      const following = operatorOf(this.#peek())
      if (operator.power === COMPARISON_POWER && following?.power === COMPARISON_POWER) {
        throw new FormulaError(
          'syntax',
          this.#peek().at,
          'Comparisons cannot be chained; join them with “and”.',
        )
      }
    }
    this.#depth--
    return left
  }

  /** `10%` is 0.1, as in spreadsheets; with something behind it that can be divided by, `%` is `mod`. */
  #hundredths(operand: Tree): Tree {
    let tree = operand
    while (this.#sign('%') && !beginsOperand(this.#tokens[this.#place + 1])) {
      const { at } = this.#take()
      tree = this.#call('/', at, [tree, { kind: 'literal', at, value: 100 }])
    }
    return tree
  }

  #operand(): Tree {
    const token = this.#take()
    switch (token.type) {
      case 'number':
      case 'text':
        return { kind: 'literal', at: token.at, value: token.value }
      case 'reference':
        return { kind: 'reference', at: token.at, address: token.address }
      case 'name':
        return this.#named(token.value.toLowerCase(), token.at)
      case 'sign':
        return this.#signed(token.value, token.at)
      case 'end':
        throw new FormulaError('syntax', token.at, 'The formula is not complete.')
    }
  }

  #signed(sign: string, at: number): Tree {
    switch (sign) {
      case '(': {
        const tree = this.#expression(0)
        this.#close(at)
        return tree
      }
      case '-':
        return this.#call('negative', at, [this.#expression(MINUS_POWER)])
      case '+':
        return this.#call('positive', at, [this.#expression(MINUS_POWER)])
      case '!':
        return this.#call('not', at, [this.#expression(MINUS_POWER)])
      default:
        throw new FormulaError('syntax', at, `“${sign}” cannot stand here.`)
    }
  }

  #named(name: string, at: number): Tree {
    if (this.#sign('(')) return this.#call(name, at, this.#arguments(at))
    if (name === 'true' || name === 'false') return { kind: 'literal', at, value: name === 'true' }
    if (name === 'empty') return { kind: 'literal', at, value: null }
    if (name === 'not') return this.#call('not', at, [this.#expression(NOT_POWER)])
    throw new FormulaError('unknown-reference', at, nameProblem(name))
  }

  #arguments(at: number): Tree[] {
    this.#take()
    const args: Tree[] = []
    if (this.#sign(')')) {
      this.#take()
      return args
    }
    for (;;) {
      args.push(this.#expression(0))
      if (!this.#sign(',') && !this.#sign(';')) break
      this.#take()
    }
    this.#close(at)
    return args
  }

  #close(opened: number): void {
    const token = this.#peek()
    if (!this.#sign(')')) {
      const at = token.type === 'end' ? opened : token.at
      throw new FormulaError(
        'syntax',
        at,
        token.type === 'end' ? 'This bracket is not closed.' : 'A closing bracket is missing here.',
      )
    }
    this.#take()
  }
}

function nameProblem(name: string): string {
  if (signatureOf(name) !== undefined)
    return `“${name}” is a function: its values stand in brackets behind it, ${name}(…).`
  const meant = functionLike(name)
  const hint = meant === undefined ? '' : ` Did you mean “${meant}”?`
  return `“${name}” is neither a question, which is written {${name}}, nor a function.${hint}`
}

/** A sign behind `%` that could also join does not count: `10% + 5` is 5.1. */
function beginsOperand(token: Token): boolean {
  if (token.type === 'sign') return token.value === '(' || token.value === '!'
  return token.type !== 'end' && operatorOf(token) === undefined
}

function operatorOf(token: Token): Operator | undefined {
  if (token.type !== 'sign' && token.type !== 'name') return undefined
  const name = token.value.toLowerCase()
  return Object.hasOwn(BINARY, name) ? BINARY[name] : undefined
}
