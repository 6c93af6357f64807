// Builds the front end when its sources changed: creator, public page for the browser, public page for the server.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { isRunning } from './node24.mjs'
import { ROOT } from './settings.mjs'
import { codeOf, Stop } from './stop.mjs'

const INPUTS = [
  ...['frontend', 'packages', 'plugins', 'engine', 'vite.config.ts', 'package-lock.json'],
  ...['build.mjs', 'page_parts.ts', 'plugins_for_vite.ts'].map((name) => `scripts/${name}`),
  ...['app/http/script_parts.ts', 'app/plugins/scan.ts'],
]
const DIST = path.join(ROOT, 'dist')
const STAMP = path.join(DIST, 'stamp')

/** Changes with every source of the front end, with every installed plugin, and with what the pages run on. */
async function fingerprint() {
  const { scanPlugins } = await import('../app/plugins/scan.ts')
  const hash = createHash('sha256')
    .update(process.env.FRONTEND === 'react' ? 'react' : 'preact')
    .update(scanPlugins(ROOT).fingerprint)
  /** @param {string} name */
  const add = (name) => {
    const stat = fs.statSync(path.join(ROOT, name), { throwIfNoEntry: false })
    if (!stat) return
    if (!stat.isDirectory())
      hash
        .update(name)
        .update('\0')
        .update(fs.readFileSync(path.join(ROOT, name)))
    else for (const inner of fs.readdirSync(path.join(ROOT, name)).sort()) add(`${name}/${inner}`)
  }
  INPUTS.forEach(add)
  return hash.digest('hex').slice(0, 16)
}

/**
 * Lays compressed copies beside what is worth it, so that nothing is compressed while serving.
 * @param {string} dir
 */
async function compress(dir) {
  const { GZIP } = await import('../app/http/script_parts.ts')
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  for (const name of fs.readdirSync(dir)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const file = path.join(dir, name)
    const content = fs.readFileSync(file)
    if (content.length < 512) continue
    fs.writeFileSync(
      `${file}.br`,
      await brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
    fs.writeFileSync(`${file}.gz`, await gzip(content, GZIP))
  }
}

/** Refuses in words where nothing can be built. */
function mustBeWritable() {
  for (const folder of [ROOT, path.join(ROOT, 'node_modules')]) {
    try {
      fs.accessSync(folder, fs.constants.W_OK)
    } catch (error) {
      throw new Stop(
        `The folder ${folder} cannot be written (${codeOf(error)}), and the front end must be built there: its sources have changed since the last build.`,
      )
    }
  }
}

/** Removes what builds that were killed left behind. */
function removeLeftovers() {
  for (const name of fs.readdirSync(ROOT)) {
    const pid = Number(/^dist\.new-(\d+)$/.exec(name)?.[1])
    if (pid && !isRunning(pid, 'node')) fs.rmSync(path.join(ROOT, name), { recursive: true, force: true })
  }
}

/** Builds unless the last build had the same sources. Answers whether it did. */
export async function buildFrontend({ force = false } = {}) {
  const print = await fingerprint()
  if (!force && fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === print) return false
  mustBeWritable()
  removeLeftovers()
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  // built beside and moved at the end: an interrupted build never passes for a whole one
  const next = path.join(ROOT, `dist.new-${process.pid}`)
  /** @type {(mode: string, options: import('vite').BuildOptions) => Promise<unknown>} */
  const one = (mode, options) =>
    build({
      root: ROOT,
      configFile: path.join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      mode,
      build: options,
    })
  try {
    await Promise.all([
      one('creator', { outDir: path.join(next, 'public/creator') }),
      one('respondent', { outDir: path.join(next, 'public/respondent') }),
      one('respondent', { outDir: path.join(next, 'ssr'), ssr: 'frontend/respondent/server.tsx' }),
    ])
    const { writeParts } = await import('./page_parts.ts')
    writeParts(path.join(next, 'public/respondent'))
    for (const bundle of ['creator', 'respondent']) {
      const assets = path.join(next, 'public', bundle, 'assets')
      if (fs.existsSync(assets)) await compress(assets)
    }
    fs.writeFileSync(path.join(next, 'stamp'), print)
    fs.rmSync(DIST, { recursive: true, force: true })
    fs.renameSync(next, DIST)
  } finally {
    fs.rmSync(next, { recursive: true, force: true })
  }
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const built = await buildFrontend({ force: process.argv.includes('--force') })
  console.log(`front end ${built ? 'built' : 'up to date'} in ${Math.round(performance.now() - started)} ms`)
}
