import type { Rule } from 'lightningcss'

/** Brackets in brackets. The parser goes into each of them: some thousands would end the process. */
const DEEPEST = 50
/** How much text selectors may become once nested rules stand beside each other, about. */
const LONGEST = 2_000_000
/** So many rules, each counted as often as rules stand around it: with each of those it is read again. */
const MOST_RULES = 5_000
/** So many stand beside each other: the parser compares each with the others. */
const MOST_BESIDE = 2_000

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^])`
/** Comments, strings, names (with the bracket of a function), and what stands alone. */
const TOKEN = new RegExp(
  String.raw`/\*[^]*?(?:\*/|$)|<!--|"(?:\\(?:\r\n|[^])|[^"\\\n\r\f])*"?|'(?:\\(?:\r\n|[^])|[^'\\\n\r\f])*'?` +
    String.raw`|[#@]?(?:[-\w]|[^\x01-\x7f]|${ESCAPE})+(\()?|[^]`,
  'giu',
)
const ESCAPES = new RegExp(ESCAPE, 'giu')
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
/** An address without quotes: no bracket in it is one. */
const PLAIN_ADDRESS = /[ \t\n\r\f]*(?!["' \t\n\r\f])(?:\\[^]|[^)\\])*\)?/uy

/** Whether brackets stand in each other deeper than the parser may be given. */
export function isTooDeep(css: string): boolean {
  const open: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(css); found; found = TOKEN.exec(css)) {
    const [token, opened] = found
    if (/^["'/<]./su.test(token)) continue
    const closing = CLOSING.get(opened ?? token)
    PLAIN_ADDRESS.lastIndex = TOKEN.lastIndex
    if (spelledOut(token).toLowerCase() === 'url(' && PLAIN_ADDRESS.test(css))
      TOKEN.lastIndex = PLAIN_ADDRESS.lastIndex
    else if (closing) open.push(closing)
    else if (token === open.at(-1)) open.pop()
    if (open.length > DEEPEST) return true
  }
  return false
}

/** A name without escapes, as the parser reads it. */
function spelledOut(name: string): string {
  return name.replace(ESCAPES, (escape) => {
    const code = parseInt(escape.slice(1), 16)
    return Number.isNaN(code) ? escape.slice(1) : String.fromCodePoint(Math.min(code, 0x10ffff))
  })
}

/** Whether nested rules repeat those around them so often that writing them out takes more than they are worth. */
export function isTooLong(rules: readonly Rule[]): boolean {
  let length = 0
  const add = (within: readonly Rule[], around: number): void => {
    for (const rule of within) {
      const style =
        rule.type === 'style' ? rule.value : rule.type === 'nesting' ? rule.value.style : undefined
      const selectors = (style?.selectors ?? []).map((selector) => JSON.stringify(selector))
      const own = selectors.reduce((sum, text) => sum + text.length + timesAround(text) * around, 0)
      const size = style ? own : around
      length += size
      if (length > LONGEST) return
      const inner = style ?? ('value' in rule && typeof rule.value === 'object' ? rule.value : null)
      if (inner && 'rules' in inner && Array.isArray(inner.rules)) add(inner.rules, size)
    }
  }
  add(rules, 0)
  return length > LONGEST
}

/** Whether rules are so many, or stand in each other so deep, that reading them takes seconds. */
export function isTooMuch(rules: readonly Rule[]): boolean {
  let count = 0
  const add = (within: readonly Rule[], depth: number): void => {
    count += within.length > MOST_BESIDE ? Infinity : within.length * depth
    if (count > MOST_RULES) return
    for (const rule of within) for (const inner of rulesIn(rule)) add(inner, depth + 1)
  }
  add(rules, 1)
  return count > MOST_RULES
}

/** Rules that stand in a rule. */
function rulesIn(rule: Rule): Rule[][] {
  const own = rule.type === 'nesting' ? rule.value.style : 'value' in rule ? rule.value : undefined
  return own && typeof own === 'object' && 'rules' in own && Array.isArray(own.rules) ? [own.rules] : []
}

/** How often a nested selector has the one around it. */
function timesAround(selector: string): number {
  return Math.max(1, selector.split('"type":"nesting"').length - 1)
}
