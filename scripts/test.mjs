// `npm test`: every check there is. `node scripts/test.mjs <suite> [--files <path>]`: one suite, or some files of it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from './chromium.mjs'
import { install, onNode24 } from './node24.mjs'
import { runNode } from './run_program.mjs'
import { ROOT, serverEnvironment, WITHOUT_LIMITS } from './settings.mjs'
import { Stop } from './stop.mjs'

/**
 * @typedef {{ suites: Record<string, number>, frontend?: string, files?: string[] }} Run
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

const SUITES = ['unit', 'functional', 'faults', 'load', 'browser']
/** Tests with servers and browsers wait more than they work: two processes share their files. */
const PROCESSES = 2
/**
 * What `npm test` runs, in this order: of each suite, in how many batches two processes share its files, so that none is
 * left alone with the longest. That controls do on React what they do on Preact is shown by the tests in which they are
 * filled in, redrawn and taken over from the server; the build that is served comes last, with everything.
 */
/** @type {Run[]} */
const RUNS = [{ suites: { unit: 1 } }, { suites: { faults: 3, load: 1, functional: 6 } }]
/** @type {Run[]} */
const BROWSER_RUNS = [
  {
    suites: { browser: 2 },
    frontend: 'react',
    files: [
      'tests/browser/plugins/controls.spec.ts',
      ...['choices', 'live', 'unsent_files'].map((name) => `tests/browser/respond/${name}.spec.ts`),
    ],
  },
  { suites: { browser: 6 }, frontend: 'preact' },
]
/** So many failures of a run may be the moment's (a busy machine under a real browser); more are the code's. */
const UNSTEADY = 3
/**
 * A port nobody listens on, from the system.
 * @returns {Promise<number>}
 */
function freePort() {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Changes with every migration, so that a changed one never meets a database that had its old form. */
function migrationsPrint() {
  const hash = createHash('sha1')
  for (const file of ['scripts/database.mjs', ...fs.globSync('database/**/*.ts', { cwd: ROOT }).sort()]) {
    hash.update(file).update(fs.readFileSync(path.join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Files that a suite consists of, or that were asked for.
 * @param {string} suite
 * @param {readonly string[]} rest
 */
function filesOf(suite, rest) {
  const asked = rest.flatMap((arg, index) => (rest[index - 1] === '--files' ? [arg] : []))
  const patterns = asked.length ? asked : [`tests/${suite}/**/*.spec.ts`]
  return patterns.flatMap((pattern) =>
    fs.globSync(pattern, { cwd: ROOT }).filter((file) => file.endsWith('.spec.ts')),
  )
}

/** Parts files into batches of about the same length: the longest first, each into the shortest batch.
 * @param {readonly string[]} files
 * @param {number} count
 */
function batchesOf(files, count) {
  /** @type {() => { files: string[], size: number }} */
  const empty = () => ({ files: [], size: 0 })
  const batches = Array.from({ length: count }, empty)
  const sized = files.map((file) => ({ file, size: fs.statSync(path.join(ROOT, file)).size }))
  for (const { file, size } of sized.sort((a, b) => b.size - a.size)) {
    const shortest = batches.reduce((least, batch) => (batch.size < least.size ? batch : least))
    shortest.files.push(file)
    shortest.size += size
  }
  return batches.map((batch) => batch.files).filter((batch) => batch.length > 0)
}

/**
 * Does the work for each item, PROCESSES at a time; answers the results in the order of the items.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => Promise<Result>} work
 */
async function sideBySide(items, work) {
  /** @type {Result[]} */
  const results = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index], index)
    }
  }
  await Promise.all(Array.from({ length: PROCESSES }, worker))
  return results
}

/**
 * Runs a program of Node 24 and shows its output in one piece when it is through; answers its exit code.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function nodeLater(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(chunks))
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs suites against a cluster of their own, each run in a copy of a migrated database that is thrown away. `runs` holds
 * the arguments of each.
 * @param {readonly { args: string[], report?: string }[]} runs
 * @param {string} [frontend]
 */
async function runSuites(runs, frontend) {
  if (frontend) process.env.FRONTEND = frontend
  const { startPostgres } = await import('./postgres.mjs')
  const { embeddedUrls, migrate, prepareEmbedded } = await import('./database.mjs')
  const { buildFrontend } = await import('./build.mjs')
  const { default: pg } = await import('pg')
  const storage = path.join(ROOT, 'storage/test')
  fs.mkdirSync(storage, { recursive: true })
  const server = await startPostgres({ dir: path.join(storage, 'postgres'), fast: true, maxConnections: 200 })
  const template = `template_${migrationsPrint()}`
  /** @type {(name: string, folder: string, port: number) => NodeJS.ProcessEnv} */
  const environment = (name, folder, port) => ({
    ...serverEnvironment(folder),
    NODE_ENV: 'test',
    FORMWRIGHT_TEST: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: '',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    TRUST_PROXY: '127.0.0.1',
    LIMITER_STORE: 'memory',
    ...WITHOUT_LIMITS,
    ...embeddedUrls(server, name),
  })
  const { host, port, user, password } = server
  const admin = new pg.Client({ host, port, user, password, database: 'postgres' })
  await admin.connect()
  const databases = runs.map((_run, index) => `test_${process.pid}_${index}`)
  try {
    if (!server.shared) {
      const { rows } = await admin.query(
        `select datname from pg_database where datname ~ '^(test|template)_'`,
      )
      const stale = rows.filter(({ datname }) => datname !== template)
      for (const { datname } of stale) await admin.query(`drop database if exists "${datname}" with (force)`)
    }
    await prepareEmbedded(server, template)
    await Promise.all([migrate(environment(template, storage, 1)), buildFrontend()])
    for (const name of databases) {
      await admin.query(`create database ${name} template ${template} strategy file_copy`)
    }
    const run = runs.length > 1 ? nodeLater : runNode
    return await sideBySide(runs, async ({ args, report }, index) => {
      // uploaded files of one run are none of another's: each has a folder, as each has a database
      const folder = path.join(storage, `run-${index}`)
      fs.mkdirSync(folder, { recursive: true })
      const env = environment(databases[index], folder, await freePort())
      return run(['--import=./scripts/typescript.mjs', 'bin/test.ts', ...args], {
        ...env,
        CHROMIUM: chromium(),
        REPORT_TO: report,
      })
    })
  } finally {
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  }
}

/** Folders whose imports follow rules. */
const ROOMS = [
  ...['api_types', 'app', 'bench', 'bin', 'commands', 'config', 'database', 'engine'],
  ...['frontend', 'packages', 'plugins', 'providers', 'scripts', 'start', 'tests'],
]

/** Checks that need no database, with the arguments of Node that run them. The longest come first. */
const CHECKS = {
  lint: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'],
  'production build': ['scripts/build.mjs', '--force'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  'import rules': [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config=.dependency-cruiser.cjs',
    '--output-type=err',
    ...ROOMS,
  ],
  'types of the server': ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  'types of the front end': ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.frontend.json'],
  'types of the scripts': ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.scripts.json'],
}
/** Checks of what was built. */
const CHECKS_OF_BUILD = { 'size budget': ['scripts/sizes.mjs'] }

/**
 * @param {Counts} total
 * @param {Counts} counts
 */
function add(total, counts) {
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}

/**
 * The arguments of the processes that share the files of suites.
 * @param {Record<string, number>} suites
 * @param {readonly string[]} rest
 * @returns {string[][]}
 */
function partsOf(suites, rest) {
  return Object.entries(suites).flatMap(([suite, batches]) =>
    batches === 1
      ? [[suite, ...rest]]
      : batchesOf(filesOf(suite, rest), batches).map((files) => [
          suite,
          ...files.flatMap((file) => ['--files', file]),
        ]),
  )
}

/**
 * Does runs, two at a time; answers how many tests passed, failed and were skipped, and the titles of those that failed.
 * @param {readonly string[][]} parts
 * @param {string} [frontend]
 */
async function runCounted(parts, frontend) {
  const runs = parts.map((args, index) => ({
    args,
    report: path.join(ROOT, `storage/test-${process.pid}-${index}.json`),
  }))
  fs.mkdirSync(path.join(ROOT, 'storage'), { recursive: true })
  const codes = await runSuites(runs, frontend)
  /** @type {Counts & { titles: string[] }} */
  const total = { passed: 0, failed: 0, skipped: 0, titles: [] }
  runs.forEach(({ report }, index) => {
    const none = { passed: 0, failed: 0, skipped: 0, titles: [] }
    const counts = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : none
    fs.rmSync(report, { force: true })
    // a run that died, or failed outside a test, is a failure too
    if (codes[index] !== 0 && counts.failed === 0) counts.failed = 1
    add(total, counts)
    total.titles.push(...counts.titles)
  })
  return total
}

/**
 * Runs checks; answers whether each passed.
 * @param {Record<string, string[]>} checks
 */
function runChecks(checks) {
  return sideBySide(Object.entries(checks), async ([name, args]) => {
    const started = performance.now()
    const passed = (await nodeLater(args, process.env)) === 0
    console.log(`${passed ? '✔' : '✖'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    return passed
  })
}

/** Everything, one after the other; goes on after a failure, so that one run shows all of them. */
async function runEverything() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const checks of [CHECKS, CHECKS_OF_BUILD]) {
    for (const passed of await runChecks(checks)) total[passed ? 'passed' : 'failed'] += 1
  }
  const runs = chromium() ? [...RUNS, ...BROWSER_RUNS] : RUNS
  if (runs.length === RUNS.length) {
    console.log('! No Chromium here, and it could not be installed: the browser tests are SKIPPED')
    total.skipped += 1
  }
  for (const { suites, files = [], frontend } of runs) {
    const started = performance.now()
    const names = Object.keys(suites)
    if (frontend) console.log(`\nThe public page on ${frontend}`)
    const rest = files.flatMap((file) => ['--files', file])
    const counts = await runCounted(partsOf(suites, rest), frontend)
    if (!('unit' in suites) && counts.titles.length > 0 && counts.titles.length <= UNSTEADY) {
      console.log(`\nFailed, now run once more by themselves: ${counts.titles.join('; ')}`)
      const alone = counts.titles.flatMap((title) => ['--tests', title])
      const again = await runCounted([[...names, ...rest, ...alone]], frontend)
      if (again.failed === 0) {
        console.log(`! UNSTEADY, failed once and passed alone: ${counts.titles.join('; ')}`)
        counts.passed += counts.failed
        counts.failed = 0
      }
    }
    add(total, counts)
    console.log(`${names.join(' and ')}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  const { passed, failed, skipped } = total
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed === 0 ? 0 : 1
}

if (fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  try {
    await install()
    if (onNode24()) {
      const args = process.argv.slice(2)
      const suites = args.filter((arg) => SUITES.includes(arg))
      const rest = args.filter((arg) => !SUITES.includes(arg))
      const everything = args.length === 0
      const asked = { args: [...(suites.length ? suites : SUITES), ...rest] }
      process.exit(everything ? await runEverything() : Math.max(...(await runSuites([asked]))))
    }
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
}
