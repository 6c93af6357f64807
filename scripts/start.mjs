// `npm start`: from a fresh clone to a running Formwright. Needs Node 20 and npm.
//  1. (any Node) install what package-lock.json names, when it changed; go on with the Node 24 that it brings
//  2. database, roles, migrations, front end
//  3. serve, and watch over everything until asked to stop
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isFull, isNews, Pause, recordDeath } from './deaths.mjs'
import { install, isRunning, onNode24, whenOrphaned } from './node24.mjs'
import { runAce } from './run_ace.mjs'
import { stopPrograms } from './run_program.mjs'
import {
  ROOT,
  checkSettings,
  keepSettings,
  openStorage,
  port,
  secret,
  serverEnvironment,
  serverFlags,
} from './settings.mjs'
import { codeOf, Stop } from './stop.mjs'

const started = Number(process.env.FORMWRIGHT_STARTED || Date.now())
const dev = process.argv.includes('--dev')
/** @param {string} message */
const say = (message) => console.log(`[${((Date.now() - started) / 1000).toFixed(1)} s] ${message}`)

/**
 * One instance for each STORAGE_DIR. What a killed one left behind is stopped first.
 * @param {string} storage
 */
async function takeStorage(storage) {
  /** @param {string} name */
  const read = (name) => {
    const file = path.join(storage, name)
    return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
  }
  const other = read('start.pid')
  if (other && other !== process.pid && isRunning(other, 'start.mjs')) {
    throw new Stop(
      `Formwright already runs with the folder ${storage} (process ${other}). Stop it, or set STORAGE_DIR to another folder.`,
    )
  }
  fs.writeFileSync(path.join(storage, 'start.pid'), String(process.pid))
  const left = read('server.pid')
  if (!left || !isRunning(left, 'bin/server.ts')) return
  say(`Stopping the server (process ${left}) that an earlier run left`)
  process.kill(left, 'SIGTERM')
  for (let patience = 200; patience > 0 && isRunning(left, 'bin/server.ts'); patience -= 1) await sleep(50)
}

/**
 * Refuses early, in words, what the server would refuse late.
 * @param {string} host
 * @param {number} number
 */
async function portIsFree(host, number) {
  await new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error) => {
      /** @type {Record<string, string>} */
      const reasons = {
        EADDRINUSE: `Port ${number} on ${host} is in use. Stop what runs there, or set PORT to another one.`,
        EACCES: `Port ${number} on ${host} may not be opened by this user. Set PORT to one above 1023.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one that is.`,
        ENOTFOUND: `${host} is not an address of this machine. Set HOST to one that is.`,
      }
      reject(
        new Stop(reasons[codeOf(error)] ?? `Port ${number} on ${host} cannot be opened: ${error.message}.`),
      )
    })
    probe.listen(number, host, () => probe.close(() => resolve(undefined)))
  })
}

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const running = {
  /** @type {ChildProcess | undefined} */
  server: undefined,
  /** @type {Promise<import('./postgres.mjs').Server> | undefined} */
  postgres: undefined,
  /** it has served: from now on, what ends by itself is started again */
  ready: false,
  stopping: false,
}

// a database that cannot be opened, as on a full disk, costs something each time that it is tried
const pauses = { server: new Pause(200), postgres: new Pause(1_000) }

/** @param {number} code */
async function stop(code) {
  if (running.stopping) return
  running.stopping = true
  const { server } = running
  await stopPrograms()
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    await Promise.race([new Promise((resolve) => server.once('exit', resolve)), sleep(12_000)])
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL')
  }
  // one that is still starting is waited for: it would stay behind
  const postgres = await running.postgres?.catch(() => undefined)
  await postgres?.stop()
  process.exit(code)
}

/**
 * The connection strings: of the operator's database, or of the embedded one.
 * @param {string} storage
 */
async function openDatabase(storage) {
  const { prepareEmbedded, prepareExternal } = await import('./database.mjs')
  if (process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL) {
    const urls = await prepareExternal(secret(storage, 'roles.key'))
    say('Database reached, roles ready')
    return urls
  }
  const urls = await prepareEmbedded(await openPostgres(storage))
  say('PostgreSQL started, roles ready')
  return urls
}

/** @param {string} storage */
async function openPostgres(storage) {
  const { startPostgres } = await import('./postgres.mjs')
  const starting = startPostgres({ dir: path.join(storage, 'postgres'), log: say })
  running.postgres = starting
  const postgres = await starting
  const since = Date.now()
  postgres.onUnexpectedExit(() => void reopenPostgres(storage, since))
  return postgres
}

/**
 * Starts the PostgreSQL again that ended by itself; the server waits for it.
 * @param {string} storage
 * @param {number} since when it was started
 * @returns {Promise<void>}
 */
async function reopenPostgres(storage, since) {
  if (running.stopping) return
  const reason = isFull(storage)
    ? 'stopped, for the disk of STORAGE_DIR is full. Make room there: it goes on by itself'
    : 'stopped unexpectedly; its log is postgres/postgres.log in STORAGE_DIR'
  if (!running.ready) {
    console.error(`PostgreSQL ${reason}.`)
    return stop(1)
  }
  recordDeath(storage, 'PostgreSQL', reason)
  if (isNews(reason)) say(`PostgreSQL ${reason}. Starting it again`)
  await sleep(pauses.postgres.after(Date.now() - since))
  if (running.stopping) return
  const started = Date.now()
  try {
    await openPostgres(storage)
    if (isNews('PostgreSQL started again')) say('PostgreSQL started again')
  } catch (error) {
    if (isNews(String(error))) console.error(readable(error))
    return reopenPostgres(storage, started)
  }
}

/**
 * The address of the server on this machine.
 * @param {string} host
 * @param {number} number
 */
function addressOf(host, number) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${number}`
}

/**
 * Resolves when the server answers, or rejects when it ends before.
 * @param {string} host
 * @param {number} number
 */
async function untilServing(host, number) {
  const address = `${addressOf(host, number)}/health/ready`
  for (let left = 2_400; left > 0 && !running.stopping; left -= 1) {
    const ready = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(50)
  }
  if (!running.stopping)
    throw new Stop('The server did not get ready within two minutes; the lines above say why.')
}

/**
 * Our own refusals, and those of the plugin scan, are sentences; anything else shows where it came from.
 * @param {unknown} error
 */
function readable(error) {
  return error instanceof Stop || (error instanceof Error && error.constructor.name === 'PluginError')
    ? error.message
    : error
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/**
 * Demo data is for a first look on one's own machine, or when asked for.
 * @param {string} host
 */
function demoWanted(host) {
  if (process.env.DEMO === '1') return true
  const own = !process.env.DATABASE_URL && !process.env.DATABASE_OWNER_URL && LOOPBACK.includes(host)
  return own && process.env.DEMO !== '0'
}

/**
 * Makes the demo account on the first start; afterwards only tells how to sign in.
 * @param {string} storage
 * @param {NodeJS.ProcessEnv} env
 */
async function seedDemo(storage, env) {
  const kept = path.join(storage, 'demo.json')
  const known = demoIn(kept)
  if (known) return known
  await runAce(['seed:demo'], env, 'The demo could not be made:')
  const demo = demoIn(kept)
  say(`Demo made: ${demo.submissions} submissions in ${demo.seconds} s`)
  return demo
}

/** @param {string} file */
function demoIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    // none yet, or not whole: the command makes one
    return undefined
  }
}

/**
 * Starts the server process, and again when it ends by itself; when it never served, so do we.
 * @param {string} storage
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [ending] how the one before ended, where it did by itself
 */
function serve(storage, env, ending = '') {
  const server = spawn(
    process.execPath,
    [...serverFlags(), '--import=./scripts/typescript.mjs', 'bin/server.ts'],
    {
      cwd: ROOT,
      env: { ...env, FORMWRIGHT_SUPERVISED: '1', FORMWRIGHT_ENDED: ending },
      stdio: ['pipe', 'inherit', 'inherit'],
      detached: true,
    },
  )
  fs.writeFileSync(path.join(storage, 'server.pid'), String(server.pid))
  const since = Date.now()
  /**
   * @param {string} reason
   * @param {number | null} code
   * @param {string} [how]
   */
  const ended = async (reason, code, how) => {
    if (running.server !== server || dev || running.stopping) return
    if (!running.ready) {
      console.error(`The server ${reason}; the lines above say why.`)
      return stop(code || 1)
    }
    recordDeath(storage, 'The server', reason)
    say(`The server ${reason}. Starting it again`)
    await sleep(pauses.server.after(Date.now() - since))
    if (!running.stopping) running.server = serve(storage, env, how)
  }
  server.on('exit', (code, signal) => {
    const hint = signal === 'SIGABRT' ? ', as Node does where its heap is full (HEAP_MB)' : ''
    const reason = signal ? `was ended by ${signal}${hint}` : `ended by itself (exit code ${code})`
    ended(reason, code, signal ?? `exit code ${code}`)
  })
  const address = `${addressOf(process.env.HOST || '127.0.0.1', port())}/health/live`
  const silent = () => say('The server answers nobody any more. Ending it')
  if (!dev) void import('./watchdog.ts').then(({ watch }) => watch(server, address, silent))
  // the machine has no room for another process just now
  server.on('error', (error) => ended(`could not be started (${error.message})`, null))
  return server
}

/**
 * While developing: a change of the server's sources starts it anew. Browser code is Vite's business.
 * @param {string} storage
 * @param {NodeJS.ProcessEnv} env
 */
function restartOnChange(storage, env) {
  /** @type {NodeJS.Timeout | undefined} */
  let planned
  let restarting = Promise.resolve()
  const restart = async () => {
    const old = running.server
    if (old && old.exitCode === null && old.signalCode === null) {
      old.kill('SIGTERM')
      await Promise.race([new Promise((resolve) => old.once('exit', resolve)), sleep(2_000)])
      if (old.exitCode === null && old.signalCode === null) old.kill('SIGKILL')
    }
    if (running.stopping) return
    say('Sources changed; starting the server again')
    running.server = serve(storage, env)
  }
  for (const folder of ['app', 'config', 'engine', 'packages', 'plugins', 'providers', 'start']) {
    fs.watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return
      clearTimeout(planned)
      // one after the other: two servers at once would want the same port
      planned = setTimeout(() => (restarting = restarting.then(restart)), 150)
    })
  }
}

async function run() {
  await checkSettings()
  const storage = openStorage()
  const host = process.env.HOST || '127.0.0.1'
  await takeStorage(storage)
  await portIsFree(host, port())
  const asked = () => {
    if (!running.stopping) say('Stopping')
    stop(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, asked)
  whenOrphaned(() => stop(1))

  const { checkServing, migrate } = await import('./database.mjs')
  const { newSetupToken } = await import('./setup_link.mjs')
  const { buildFrontend } = await import('./build.mjs')
  const urls = await openDatabase(storage)
  const wanted = demoWanted(host)
  const env = serverEnvironment(storage, {
    NODE_ENV: dev ? 'development' : 'production',
    // whoever takes a first look may register as well
    REGISTRATION: process.env.REGISTRATION || (wanted ? 'open' : 'invited'),
    ...urls,
  })
  keepSettings(storage, env)
  const [demo] = await Promise.all([
    migrate(env).then(() => {
      say('Schema up to date')
      return wanted ? seedDemo(storage, env) : undefined
    }),
    dev || buildFrontend().then((built) => say(built ? 'Front end built' : 'Front end up to date')),
  ])
  await checkServing(urls.DATABASE_URL, { durable: !process.env.FORMWRIGHT_TEST })
  if (running.stopping) return

  const setupToken = demo ? undefined : await newSetupToken(urls.DATABASE_OWNER_URL)
  // nobody has an account, nor has the demo that was begun
  if (setupToken) fs.rmSync(path.join(storage, 'demo.json.begun'), { force: true })
  const { DATABASE_OWNER_URL: _owner, ...serving } = env
  running.server = serve(storage, serving)
  if (dev) restartOnChange(storage, serving)
  await untilServing(host, port())
  if (running.stopping) return
  running.ready = true
  const everywhere = ['0.0.0.0', '::'].includes(host)
  const own = addressOf(everywhere ? 'localhost' : host, port())
  const address = process.env.APP_URL ? new URL(process.env.APP_URL).origin : own
  say(`Formwright is ready: ${address}`)
  // of a demo that was not made to its end the account may be the only one there is
  const begun = demo ?? demoIn(path.join(storage, 'demo.json.begun'))
  if (begun) console.log(`        Sign in with ${begun.email} and the password ${begun.password}`)
  else if (!setupToken) console.log(`        Sign in: ${address}/login`)
  if (demo) console.log(`        A form to answer: ${address}/forms/${demo.slug}`)
  else if (begun) console.log('        The demo is not complete. Start with DEMO=1 to complete it.')
  else if (setupToken)
    console.log(`        Make the first account, within 24 hours: ${address}/setup?token=${setupToken}`)
}

if (fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  try {
    await install(say)
    if (onNode24({ FORMWRIGHT_STARTED: String(started) })) await run()
  } catch (error) {
    if (!running.stopping) console.error(readable(error))
    await stop(1)
  }
}
