// Size budget of what browsers load first, in gzip bytes as served (quality: speed).
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { ROOT } from './settings.mjs'

const KB = 1024

/** Files that come with an entry: itself, its static imports and all their styles. */
function withImports(manifest, keys) {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    files.add(manifest[key].file)
    for (const style of manifest[key].css ?? []) files.add(style)
    for (const inner of manifest[key].imports ?? []) visit(inner)
  }
  keys.forEach(visit)
  return [...files]
}

function read(bundle) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/public', bundle, '.vite/manifest.json'), 'utf8'))
}

function weigh(bundle, files) {
  const size = (file) =>
    zlib.gzipSync(fs.readFileSync(path.join(ROOT, 'dist/public', bundle, file)), { level: 9 }).length
  return files.map((file) => [size(file), file]).sort(([a], [b]) => b - a)
}

const PAGE = 'frontend/respondent/browser.tsx'
const TEN_FIELDS = ['text', 'select', 'number', 'ending']

/** The entries of the manifest that hold these kinds. */
function respondKinds(kinds) {
  return Object.keys(respondent).filter((key) =>
    kinds.some((kind) => key.endsWith(`/respond/fields/${kind}`) || key.endsWith(`/respond/layout/${kind}`)),
  )
}

const creator = read('creator')
const respondent = read('respondent')
const budgets = [
  [
    'creator app, first load',
    300 * KB,
    weigh('creator', withImports(creator, ['frontend/creator/main.tsx'])),
  ],
  [
    // what a form of ten texts, choices and numbers loads, its ending included
    'public page with 10 fields',
    25 * KB,
    weigh('respondent', withImports(respondent, [PAGE, ...respondKinds(TEN_FIELDS)])),
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
process.exit(over ? 1 : 0)
