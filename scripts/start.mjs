// `npm start`: from a fresh clone to a running Formwright. Needs Node 20 and npm.
//  1. (any Node) install what package-lock.json names, when it changed
//  2. (any Node) go on with the Node 24 that was installed
//  3. database, roles, migrations, front end, server; then watch over them until asked to stop
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ROOT, openStorage, port, secret, serverEnvironment } from './settings.mjs'
import { Stop } from './stop.mjs'

const started = Number(process.env.FORMWRIGHT_STARTED || Date.now())
const dev = process.argv.includes('--dev')
const say = (message) => console.log(`[${((Date.now() - started) / 1000).toFixed(1)} s] ${message}`)

/** Installs the locked dependencies unless that was done for this very lock file. */
function install() {
  const stamp = path.join(ROOT, 'node_modules/.installed')
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return
  say('Installing dependencies (npm ci); this takes a minute the first time')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (done.status !== 0) throw new Stop('The dependencies could not be installed; the lines above say why.')
  fs.writeFileSync(stamp, lock)
}

/** Runs this script again on Node 24, passing signals on, and leaves with its exit code. */
function continueOnNode24() {
  const node = path.join(ROOT, 'node_modules/node/bin/node')
  const child = spawn(fs.existsSync(node) ? node : process.execPath, process.argv.slice(1), {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FORMWRIGHT_STARTED: String(started) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  // npm may be killed without a word to us
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref()
}

/** Refuses early, in words, what the server would refuse late. */
async function portIsFree(host, number) {
  await new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error) => {
      const reasons = {
        EADDRINUSE: `Port ${number} on ${host} is in use. Stop what runs there, or set PORT to another one.`,
        EACCES: `Port ${number} on ${host} may not be opened by this user. Set PORT to one above 1023.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one that is.`,
        ENOTFOUND: `${host} is not an address of this machine. Set HOST to one that is.`,
      }
      reject(new Stop(reasons[error.code] ?? `Port ${number} on ${host} cannot be opened: ${error.message}.`))
    })
    probe.listen(number, host, () => probe.close(resolve))
  })
}

const running = { server: undefined, postgres: undefined, stopping: false }

async function stop(code) {
  if (running.stopping) return
  running.stopping = true
  const { server, postgres } = running
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    await Promise.race([new Promise((resolve) => server.once('exit', resolve)), sleep(12_000)])
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL')
  }
  await postgres?.stop()
  process.exit(code)
}

/** The connection strings: of the operator's database, or of the embedded one. */
async function openDatabase(storage) {
  const { prepareEmbedded, prepareExternal } = await import('./database.mjs')
  if (process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL) {
    const urls = await prepareExternal(secret(storage, 'roles.key'))
    say('Database reached, roles ready')
    return urls
  }
  const { startPostgres } = await import('./postgres.mjs')
  running.postgres = await startPostgres({ dir: path.join(storage, 'postgres'), log: say })
  running.postgres.onUnexpectedExit(() => {
    console.error('PostgreSQL stopped unexpectedly; its log is postgres/postgres.log in STORAGE_DIR.')
    stop(1)
  })
  const urls = await prepareEmbedded(running.postgres)
  say('PostgreSQL started, roles ready')
  return urls
}

/** Resolves when the server answers, or rejects when it ends before. */
async function untilServing(host, number) {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${number}/health/ready`
  for (let left = 600; left > 0 && !running.stopping; left -= 1) {
    const ready = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(50)
  }
  if (!running.stopping) throw new Stop('The server did not get ready within 30 s; the lines above say why.')
}

async function run() {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Stop('Node 24 is needed and the "node" package did not bring it. Were install scripts blocked?')
  }
  const storage = openStorage()
  const host = process.env.HOST || '127.0.0.1'
  await portIsFree(host, port())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

  const { checkServing, migrate } = await import('./database.mjs')
  const { buildFrontend } = await import('./build.mjs')
  const urls = await openDatabase(storage)
  const env = serverEnvironment(storage, { NODE_ENV: dev ? 'development' : 'production', ...urls })
  await Promise.all([
    migrate(env).then(() => say('Schema up to date')),
    dev || buildFrontend().then((built) => say(built ? 'Front end built' : 'Front end up to date')),
  ])
  await checkServing(urls.DATABASE_URL, { durable: !process.env.FORMWRIGHT_TEST })

  const { DATABASE_OWNER_URL: _owner, ...serving } = env
  const watch = dev
    ? [
        '--watch-path=app',
        '--watch-path=start',
        '--watch-path=config',
        '--watch-path=engine',
        '--watch-path=plugins',
      ]
    : []
  running.server = spawn(process.execPath, [...watch, '--import=@poppinss/ts-exec', 'bin/server.ts'], {
    cwd: ROOT,
    env: serving,
    stdio: 'inherit',
    detached: true,
  })
  running.server.on('exit', (code) => stop(code ?? 1))
  await untilServing(host, port())
  if (running.stopping) return
  const shownHost = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  say(`Formwright is ready: ${process.env.APP_URL || `http://${shownHost}:${port()}`}`)
}

if (fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  try {
    if (process.env.FORMWRIGHT_STARTED) await run()
    else {
      install()
      continueOnNode24()
    }
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    await stop(1)
  }
}
