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
  ...['frontend', 'packages', 'engine', 'vite.config.ts', 'package-lock.json'],
  ...['build.mjs', 'build_fault.mjs', 'page_parts.ts', 'plugins_for_vite.ts'].map(
    (name) => `scripts/${name}`,
  ),
  'app/http/script_parts.ts',
  ...[
    'integration.ts',
    'intrinsics.ts',
    'left_out.ts',
    'load_fault.ts',
    'registry.ts',
    'scan.ts',
    'shapes.ts',
  ].map((name) => `app/plugins/${name}`),
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
    else
      for (const inner of fs.readdirSync(path.join(ROOT, name)).sort()) {
        // libraries are named by the lock file; the kit is packed into a folder of its own
        if (inner !== 'node_modules' && inner !== 'dist') add(`${name}/${inner}`)
      }
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

/** @typedef {import('../app/plugins/scan.ts').UnusablePlugin} UnusablePlugin */

/**
 * One build of Vite's. What it throws is told by whoever called.
 * @param {string} mode
 * @param {import('vite').BuildOptions} options
 * @param {readonly import('vite').Plugin[]} plugins
 */
async function runVite(mode, options, plugins) {
  const { build, createLogger } = await import('vite')
  const logLevel = options.write === false ? 'silent' : 'warn'
  const customLogger = createLogger(logLevel)
  customLogger.error = () => undefined
  await build({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel,
    customLogger,
    mode,
    build: options,
    plugins: [...plugins],
  })
}

/**
 * The builds, and the parts that public pages are put together from.
 * @param {string} next
 * @param {readonly UnusablePlugin[]} leftOut
 */
async function buildAll(next, leftOut) {
  const { liveEntries } = await import('./plugins_for_vite.ts')
  const { leavingOut } = await import('../app/plugins/left_out.ts')
  const input = liveEntries(ROOT, leftOut)
  const without = [leavingOut(leftOut)]
  const live = { outDir: path.join(next, 'public/live'), rollupOptions: { input } }
  await Promise.all([
    runVite('creator', { outDir: path.join(next, 'public/creator') }, without),
    runVite('respondent', { outDir: path.join(next, 'public/respondent') }, without),
    runVite('respondent', { outDir: path.join(next, 'ssr'), ssr: 'frontend/respondent/server.tsx' }, without),
    ...(Object.keys(input).length > 0 ? [runVite('live', live, without)] : []),
  ])
  const { writeParts } = await import('./page_parts.ts')
  writeParts(path.join(next, 'public/respondent'))
}

/** Plugins that lack something or that the server cannot load: browsers would meet them at once. */
async function unusablePlugins() {
  // sources of the server, as it runs them
  await import('./typescript.mjs')
  const { scanPlugins } = await import('../app/plugins/scan.ts')
  const { plugins } = await import('../app/plugins/registry.ts')
  const { takeStrayFaults } = await import('../app/plugins/stray_faults.ts')
  // they are run here, too: what one leaves running is no reason to end
  takeStrayFaults()
  const lacking = scanPlugins(ROOT).unusable
  await plugins.load(ROOT, lacking)
  return plugins.unusable()
}

/**
 * Which plugins cannot be built: each is tried by itself, and those that the error of the whole names.
 * @param {readonly UnusablePlugin[]} leftOut
 * @param {unknown} error
 */
async function unbuildablePlugins(leftOut, error) {
  const { scanPlugins } = await import('../app/plugins/scan.ts')
  const { buildFault, names } = await import('./build_fault.mjs')
  const out = new Set(leftOut.map(({ folder }) => folder))
  /** @type {UnusablePlugin[]} */
  const unbuildable = []
  for (const { files, ...place } of scanPlugins(ROOT).found) {
    if (out.has(place.folder)) continue
    const { respond, live, ...others } = files
    try {
      await tryFiles('creator', respond ? { ...others, respond } : others)
      if (respond)
        await tryFiles('respondent', others.answer ? { respond, answer: others.answer } : { respond })
      if (live) await tryFiles('live', { live })
      if (names(error, place)) throw error
    } catch (fault) {
      unbuildable.push({ ...place, reason: await buildFault(fault, place) })
    }
  }
  return unbuildable
}

/** What the house takes from a file of a plugin, where that is not its default export. */
const EXPORTS = /** @type {Record<string, string[]>} */ ({ results: ['Cell', 'Answer'] })

/** Files that are no modules of the plugin's, or that browsers never meet. */
const NOT_TRIED = new Set(['texts', 'icon', 'server', 'deliver'])

/**
 * Throws when these files, by role, cannot be bundled, or do not export what is taken from them.
 * @param {string} mode
 * @param {Readonly<Record<string, string>>} files
 */
async function tryFiles(mode, files) {
  const lines = Object.entries(files).flatMap(([role, file]) => {
    if (NOT_TRIED.has(role)) return []
    const taken = (EXPORTS[role] ?? ['default']).map((name) => `${name} as ${role}${name}`)
    return [`export { ${taken.join(', ')} } from ${JSON.stringify(file)}`]
  })
  const entry = 'virtual:tried'
  const tried = {
    name: 'formwright-tried',
    resolveId: (/** @type {string} */ id) => (id === entry ? id : undefined),
    load: (/** @type {string} */ id) => (id === entry ? lines.join('\n') : undefined),
  }
  await runVite(mode, { ssr: true, write: false, rollupOptions: { input: entry } }, [tried])
}

/**
 * Builds into this folder, without the plugins that cannot be built, which are added to those left out.
 * @param {string} next
 * @param {UnusablePlugin[]} leftOut
 */
async function buildWithout(next, leftOut) {
  for (;;) {
    try {
      return await buildAll(next, leftOut)
    } catch (error) {
      const unbuildable = await unbuildablePlugins(leftOut, error)
      if (unbuildable.length === 0) throw error
      leftOut.push(...unbuildable)
    }
  }
}

/**
 * Builds unless the last build had the same sources. Answers whether it did. What cannot be built with a plugin is built
 * without it.
 */
export async function buildFrontend({ force = false } = {}) {
  const print = await fingerprint()
  if (!force && fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === print) return false
  mustBeWritable()
  removeLeftovers()
  process.env.NODE_ENV = 'production'
  // built beside and moved at the end: an interrupted build never passes for a whole one
  const next = path.join(ROOT, `dist.new-${process.pid}`)
  try {
    const leftOut = [...(await unusablePlugins())]
    await buildWithout(next, leftOut)
    for (const { reason } of leftOut) console.error(`! A plugin cannot be used and is left out: ${reason}`)
    const { leftOutFile } = await import('../app/plugins/left_out.ts')
    fs.writeFileSync(path.join(next, 'left_out.json'), leftOutFile(ROOT, leftOut))
    for (const bundle of ['creator', 'respondent', 'live']) {
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
  // a timer that a plugin left running would keep it from ending
  setTimeout(() => process.exit(), 2_000).unref()
}
