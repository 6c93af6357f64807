// Size budget of what browsers load first, in gzip bytes as served (docs/decisions.md: What a page weighs). With `--kinds` it
// also prints what each kind weighs.
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { HEAVY, kindWeights } from './kind_weights.mjs'
import { ROOT } from './settings.mjs'

const { GZIP, joined, joinedStyles, MEDIA, operationPart, SECTIONS } =
  await import('../app/http/script_parts.ts')

/** @typedef {Record<string, { file: string, css?: string[], imports?: string[] }>} Manifest */

const KB = 1024

/**
 * Files that come with an entry: itself, its static imports and all their styles.
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 */
function withImports(manifest, keys) {
  /** @type {Set<string>} */
  const files = new Set()
  const seen = new Set()
  /** @param {string} key */
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    files.add(manifest[key].file)
    for (const style of manifest[key].css ?? []) files.add(style)
    for (const inner of manifest[key].imports ?? []) visit(inner)
  }
  keys.forEach(visit)
  if (manifest['style.css']) files.add(manifest['style.css'].file)
  return [...files]
}

/** @typedef {[bytes: number, file: string]} Weighed */

/** @type {(bytes: number, file: string) => Weighed} */
const weighed = (bytes, file) => [bytes, file]

/**
 * @param {string} bundle
 * @returns {Manifest}
 */
function read(bundle) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/public', bundle, '.vite/manifest.json'), 'utf8'))
}

/**
 * @param {string} bundle
 * @param {readonly string[]} files
 */
function weigh(bundle, files) {
  /** @type {(file: string) => number} */
  const size = (file) =>
    zlib.gzipSync(fs.readFileSync(path.join(ROOT, 'dist/public', bundle, file)), GZIP).length
  return files.map((file) => weighed(size(file), file)).sort(([a], [b]) => b - a)
}

const STYLES = 'styles'
const LATER = 'frontend/respondent/live/begin.ts'
const ENDING = 'frontend/respondent/ending_rules.ts'
const parts = JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/public/respondent/.vite/parts.json'), 'utf8'))

/**
 * The rules that a page says itself, of its look: the longest there is without colours or CSS of its own.
 * @returns {Promise<Weighed>}
 */
async function ownRules() {
  const sizes = []
  for (const theme of /** @type {const} */ (['default', 'simple', 'notion'])) {
    const { styles } = await renderer.state({
      ...{ title: '', language: 'en', state: 'closed', assets: { styles: [] } },
      appearance: { theme, size: 'md', radius: 'full', accent: '#3B82F6', typeface: 'serif-headings' },
    })
    sizes.push(zlib.gzipSync(styles[0] ?? '', GZIP).length)
  }
  return weighed(Math.max(...sizes), 'look')
}

/**
 * The script and the styles that a page of these kinds loads.
 * @param {readonly string[]} names
 */
function page(names) {
  /** @type {(text: string | undefined) => number} */
  const size = (text) => zlib.gzipSync(text ?? '', GZIP).length
  return [weighed(size(joined(parts, names)), 'script'), weighed(size(joinedStyles(parts, names)), STYLES)]
}

/** Whatever kind the build found, so that none that is added is left out; what draws sections has its own line. */
const KINDS = Object.keys(parts.parts).filter((name) => !name.startsWith('_') && name !== 'section')
const COMMON = ['text', 'select', 'number', 'ending']
const FUNCTIONS = ['rules', 'arithmetic', 'texts', 'dates'].map(operationPart)
/** @type {import('../frontend/respondent/view.ts').Renderer} */
const renderer = (await import(path.join(ROOT, 'dist/ssr/server.js'))).default
const creator = read('creator')
const respondent = read('respondent')
const atFirst = new Set(withImports(respondent, ['frontend/respondent/browser.tsx']))
/** @type {[name: string, limit: number, parts: Weighed[]][]} */
const budgets = [
  [
    'creator app, first load',
    300 * KB,
    weigh('creator', withImports(creator, ['frontend/creator/main.tsx'])),
  ],
  ['public page with 10 texts, choices and numbers', 25 * KB, page(COMMON)],
  [
    // Hardly a form comes near it: a page is given only the sets of operations that its own formulas need.
    'public page with these and every light kind, rules and every function of formulas',
    32 * KB,
    page([...new Set([...COMMON, ...KINDS.filter((name) => !HEAVY.has(name))]), ...FUNCTIONS]),
  ],
  ['the same with the heavy kinds besides', 52 * KB, page([...KINDS, ...FUNCTIONS])],
  [
    'public page with 10 texts, choices and numbers in a section that repeats',
    28 * KB,
    page([...COMMON, 'section', SECTIONS]),
  ],
  [
    'styles of a public page with fields of all kinds, a section and a picture beside a question, with its look',
    6.4 * KB,
    [await ownRules(), ...page([...KINDS, 'section', SECTIONS, MEDIA]).filter(([, file]) => file === STYLES)],
  ],
  [
    'what sends the answers, keeps them and says what is wrong, after the first load',
    6 * KB,
    // what it takes of the page is there
    weigh(
      'respondent',
      withImports(respondent, [LATER]).filter((file) => !atFirst.has(file)),
    ),
  ],
  [
    'what endings look like, as the answers are sent',
    1 * KB,
    weigh('respondent', withImports(respondent, [ENDING])),
  ],
]

let over = false
for (const [name, limit, parts] of budgets) {
  const total = parts.reduce((sum, [size]) => sum + size, 0)
  console.log(`${name}: ${(total / KB).toFixed(1)} of ${limit / KB} KB gz`)
  if (total <= limit) continue
  over = true
  for (const [size, file] of parts.slice(0, 10)) console.log(`  ${(size / KB).toFixed(1)} KB  ${file}`)
}
const weights = kindWeights(parts, KINDS, FUNCTIONS, path.join(ROOT, 'dist/public'))
if (process.argv.includes('--kinds'))
  console.log('\nKB gz a kind adds to a page of all others, and what comes on demand')
for (const { kind, first, limit, later } of weights) {
  const heavy = first > limit
  over ||= heavy
  const line = `${kind.padEnd(20)} ${(first / KB).toFixed(2)} of ${(limit / KB).toFixed(1)}  ${(later / KB).toFixed(1)}`
  if (heavy || process.argv.includes('--kinds')) console.log(heavy ? `${line}  too heavy at first` : line)
}
process.exit(over ? 1 : 0)
