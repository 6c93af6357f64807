// Loaded before whatever is TypeScript (`--import`): runs it as it stands. What @poppinss/ts-exec does in a thread of its own,
// asked for every module, this does in place, and keeps what it made: the server starts in half the time.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT_URL = new URL('../', import.meta.url).href
const ROOT = fileURLToPath(ROOT_URL)
/** One file for each source; may be deleted at any time. */
const KEPT = path.join(ROOT, 'node_modules/.cache/formwright')
/** Changes when the same source is to become something else. */
const FORMAT = '1'

const require = createRequire(import.meta.url)

/** Takes a while to load: only when there is something to make. @type {typeof import('@swc/core') | undefined} */
let loaded

/** The compiler that @poppinss/ts-exec brings. @returns {typeof import('@swc/core')} */
function swc() {
  return (loaded ??= createRequire(require.resolve('@poppinss/ts-exec'))('@swc/core'))
}

/** @type {import('@swc/core').Options} */
const OPTIONS = {
  sourceMaps: 'inline',
  swcrc: false,
  configFile: false,
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
}

/**
 * @param {string} filename
 * @param {string} source
 */
function compiled(filename, source) {
  try {
    return swc().transformSync(source, { ...OPTIONS, filename }).code
  } catch (error) {
    // what follows is the compiler's own trace
    const [said] = String(Object(error).message).split(/\n+Caused by:/)
    throw new SyntaxError(said)
  }
}

/**
 * What is run of a source: made when it changed.
 * @param {string} filename
 */
function run(filename) {
  const source = fs.readFileSync(filename, 'utf8')
  const hash = createHash('sha256').update(FORMAT).update(filename).update(source).digest('hex')
  // behind it: source maps count lines from the first
  const stamp = `\n// ${hash}\n`
  const file = path.join(KEPT, `${path.relative(ROOT, filename).replaceAll(path.sep, '+')}.js`)
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (kept.endsWith(stamp)) return kept
  const code = `${compiled(filename, source)}${stamp}`
  try {
    // whole or not at all: somebody may be reading it
    fs.writeFileSync(`${file}.${process.pid}`, code)
    fs.renameSync(`${file}.${process.pid}`, file)
  } catch {
    // a folder that is read only: it is made again the next time
  }
  return code
}

try {
  fs.mkdirSync(KEPT, { recursive: true })
  enableCompileCache(path.join(KEPT, 'bytecode'))
} catch {
  // read only, too
}
/**
 * The address of a source of ours that another one names: as `#app/…` (`imports` of package.json), or beside it. Node's own
 * way there takes three times as long, a tenth of the start. Undefined where it is none, or not there.
 * @param {string} specifier
 * @param {string | undefined} parent
 */
function ownSource(specifier, parent) {
  if (!parent?.startsWith(ROOT_URL) || parent.includes('/node_modules/')) return undefined
  const near = /^\.\.?\/[^?#]+\.ts$/.test(specifier) && new URL(specifier, parent).href
  const url = near || (/^#[^?#]+$/.test(specifier) && `${ROOT_URL}${specifier.slice(1)}.ts`)
  return url && fs.existsSync(fileURLToPath(url)) ? url : undefined
}

process.setSourceMapsEnabled(true)
registerHooks({
  /** What is imported as `.js` may stand there as `.ts`. */
  resolve(specifier, context, next) {
    const url = ownSource(specifier, context.parentURL)
    if (url) return { url, format: 'module', shortCircuit: true }
    try {
      return next(specifier, context)
    } catch (error) {
      const { code, url } = Object(error)
      if (code !== 'ERR_MODULE_NOT_FOUND' || !/^file:.*\.js(\?|$)/.test(url)) throw error
      const source = url.replace(/\.js(?=\?|$)/, '.ts')
      // where neither is there, what was asked for is told
      if (!fs.existsSync(fileURLToPath(source))) throw error
      return next(source, context)
    }
  },
  load(url, context, next) {
    if (!/^file:.*\.ts(\?|$)/.test(url)) return next(url, context)
    return { format: 'module', source: run(fileURLToPath(url)), shortCircuit: true }
  },
})
