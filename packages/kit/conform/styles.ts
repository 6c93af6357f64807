import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Selectors with `:has(…)` on an element that is not the kind's own (`main`, `body`, `div`) and anything that stands
 * deeper in it than its children: `main:has(.fw-x) h1`. A browser then asks with each change inside whether all below
 * look otherwise now. The editor is one such `main`: a key in one label would style all blocks of a form anew.
 */
export function costlySelectors(css: string): string[] {
  const plain = css.replace(/\/\*[^]*?\*\//g, '')
  const found: string[] = []
  for (const { index } of plain.matchAll(/:has\(/g)) {
    const before = /[^\s,>+~{};]*$/.exec(plain.slice(0, index))?.[0] ?? ''
    if (/[.#&]/.test(before)) continue
    const rest = plain.slice(closed(plain, index + ':has('.length))
    const selector = /^[^{]*/.exec(rest)?.[0] ?? ''
    // the rest of what stands on the element itself, then what stands in it
    const deeper = /^[^\s,>+~{]*\s+[^\s,>+~{]/.test(selector.split(',')[0] ?? '')
    const nested = /^\{[^}]*\{/.test(rest.slice(selector.length))
    if (deeper || nested)
      found.push(plain.slice(index - before.length, plain.length - rest.length + selector.length))
  }
  return found.map((selector) => selector.trim())
}

/** Behind the bracket that closes what is open at this place. */
function closed(css: string, start: number): number {
  let open = 1
  let at = start
  for (; open > 0 && at < css.length; at += 1) {
    if (css[at] === '(') open += 1
    else if (css[at] === ')') open -= 1
  }
  return at
}

/** The costly selectors of all style sheets in a folder, by file. */
export function costlyStylesOf(folder: string): Record<string, string[]> {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file),
  )
  const found = sheets.map(
    (file) => [file, costlySelectors(readFileSync(join(folder, file), 'utf8'))] as const,
  )
  return Object.fromEntries(found.filter(([, selectors]) => selectors.length > 0))
}
