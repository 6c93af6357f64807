import type { LogicProblem } from './refused.ts'

export type Token =
  | { kind: 'number'; at: number; value: number }
  | { kind: 'text'; at: number; value: string }
  | { kind: 'reference'; at: number; id: string }
  | { kind: 'name'; at: number; value: string }
  | { kind: 'sign'; at: number; value: string }
  | { kind: 'end'; at: number }

/** Formulas longer than this are refused. */
const LONGEST_FORMULA = 20_000

const SPACE = /\s+/y
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'/y
const REFERENCE = /\{#([A-Za-z0-9_-]{1,64})\}/y
const KEY = /\{([^{}]*)\}?/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SIGN = /<=|>=|<>|!=|==|&&|\|\||[-+*/%^&=<>(),;!]/y

const NOT_KEPT =
  'Numbers have up to 15 digits, and none beyond 1e308 or below 1e-307. Write this one shorter.'

/** Whether a number that is written out is the number that is worked with. */
function isKept(written: string): boolean {
  if (/^[\d.]{1,15}$/.test(written)) return true
  const digits = written.replace(/[eE].*|\./g, '').replace(/^0+|0+$/g, '')
  const size = Number(written)
  return digits === '' || (digits.length <= 15 && size < Infinity && size > 1e-307)
}

/** Splits a formula into tokens, the last one `end`; or says where that is impossible. */
export function tokensOf(formula: string): { tokens: Token[] } | { problem: LogicProblem } {
  if (formula.length > LONGEST_FORMULA) {
    return { problem: { code: 'too-large', at: LONGEST_FORMULA, message: 'The formula is too long.' } }
  }
  const tokens: Token[] = []
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    return expression.exec(formula)
  }
  while (at < formula.length) {
    const token = next(take, at)
    if ('problem' in token) return token
    if (token.token !== null) tokens.push(token.token)
    at += token.length
  }
  tokens.push({ kind: 'end', at })
  return { tokens }
}

function next(
  take: (expression: RegExp) => RegExpExecArray | null,
  at: number,
): { token: Token | null; length: number } | { problem: LogicProblem } {
  let match = take(SPACE)
  if (match !== null) return { token: null, length: match[0].length }
  match = take(NUMBER)
  if (match !== null) {
    if (!isKept(match[0])) return { problem: { code: 'syntax', at, message: NOT_KEPT } }
    return { token: { kind: 'number', at, value: Number(match[0]) }, length: match[0].length }
  }
  match = take(TEXT)
  if (match !== null) {
    const value = match[1]?.replaceAll('""', '"') ?? match[2].replaceAll("''", "'")
    return { token: { kind: 'text', at, value }, length: match[0].length }
  }
  match = take(REFERENCE)
  if (match !== null) return { token: { kind: 'reference', at, id: match[1] }, length: match[0].length }
  match = take(NAME)
  if (match !== null) return { token: { kind: 'name', at, value: match[0] }, length: match[0].length }
  match = take(SIGN)
  if (match !== null) return { token: { kind: 'sign', at, value: match[0] }, length: match[0].length }
  match = take(KEY)
  if (match !== null) {
    return {
      problem: { code: 'unknown-reference', at, message: `There is no field with the name “${match[1]}”.` },
    }
  }
  if (take(/["']/y) !== null) {
    return { problem: { code: 'syntax', at, message: 'This text has no closing quote.' } }
  }
  return { problem: { code: 'syntax', at, message: 'This sign has no meaning in a formula.' } }
}
