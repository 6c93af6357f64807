import { keyFrom } from '../document/keys.ts'
import type { LogicProblem } from './refused.ts'

export type Token =
  | { type: 'number'; at: number; value: number }
  | { type: 'text'; at: number; value: string }
  | { type: 'reference'; at: number; address: string }
  | { type: 'name'; at: number; value: string }
  | { type: 'sign'; at: number; value: string }
  | { type: 'end'; at: number }

/** Formulas longer than this are refused. */
const LONGEST_FORMULA = 20_000

/** Blanks, also those that come along when something is copied. */
const SPACE = /[\s\u200b\ufeff]*/y

/** One alternative, and one group, for each kind of token; texts may stand in the quotes of any language. */
const TOKEN = new RegExp(
  [
    /((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/,
    /\{#([A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){0,2})\}/,
    /([\p{L}_][\p{L}\p{N}_]*)/u,
    /(<=|>=|<>|!=|==|&&|\|\||[-+*/%^&=<>(),;!×·⋅÷∕−–≤≥≠])/,
    /"((?:[^"]|"")*)"/,
    /'((?:[^']|'')*)'/,
    /[“”„‟«]([^“”‟»]*)[“”‟»]/,
    /[‘’‚‹]([^‘’›]*)[‘’›]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy',
)

/** What keyboards, word processors and mails make of our signs. */
const SAME_AS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  '∕': '/',
  '−': '-',
  '–': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
}

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
  for (let at = pastSpace(formula, 0); at < formula.length; at = pastSpace(formula, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(formula)
    if (match === null) return { problem: { at, ...problemOf(formula.slice(at)) } }
    const token = tokenOf(match, at)
    if (token === undefined) return { problem: { code: 'syntax', at, message: NOT_KEPT } }
    tokens.push(token)
  }
  tokens.push({ type: 'end', at: formula.length })
  return { tokens }
}

function pastSpace(formula: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.exec(formula)
  return SPACE.lastIndex
}

/** Undefined for a number that is not kept. */
function tokenOf(match: RegExpExecArray, at: number): Token | undefined {
  const [, number, address, name, sign, double, single, ...curly]: (string | undefined)[] = match
  if (number !== undefined) return isKept(number) ? { type: 'number', at, value: Number(number) } : undefined
  if (address !== undefined) return { type: 'reference', at, address }
  if (name !== undefined) return { type: 'name', at, value: name }
  if (sign !== undefined) return { type: 'sign', at, value: SAME_AS[sign] ?? sign }
  const text = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? curly[0] ?? curly[1] ?? ''
  return { type: 'text', at, value: text }
}

/** Why no token begins here. */
function problemOf(rest: string): Pick<LogicProblem, 'code' | 'message'> {
  if (rest.startsWith('{')) return { code: 'unknown-reference', message: braceProblem(rest) }
  if (rest.startsWith('}')) {
    return { code: 'syntax', message: 'This brace has no opening one. An answer is written as {price}.' }
  }
  if (/^["'“”„‟«‘’‚‹]/.test(rest)) return { code: 'syntax', message: 'This text has no closing quote.' }
  return { code: 'syntax', message: `“${[...rest][0]}” has no meaning in a formula.` }
}

function braceProblem(rest: string): string {
  const [, name, closing] = /^\{([^{}]*)(\}?)/.exec(rest) ?? ['', '', '']
  if (closing === '') {
    const [word = ''] = /[\p{L}\p{N}_]+/u.exec(name) ?? []
    return `This brace has no closing one. An answer is written as {${word === '' ? 'price' : keyFrom(word)}}.`
  }
  const wanted = name.trim()
  if (wanted === '') return 'Write the key of a question between the braces, as in {price}.'
  if (/^#|^[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9_-]*){0,2}$/.test(wanted))
    return `There is no question with the key “${wanted}”.`
  const not = /\s/.test(wanted) ? 'spaces' : /\p{Lu}/u.test(wanted) ? 'capitals' : undefined
  const rule = not === undefined ? 'Keys have only letters from a to z, digits, and _' : `Keys have no ${not}`
  return `${rule}: perhaps {${keyFrom(wanted)}} is meant.`
}
