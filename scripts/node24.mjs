// From whatever Node started us to the one the application runs on. Runs on any Node from 20, without dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { codeOf, Stop } from './stop.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const NODE24 = path.join(ROOT, 'node_modules/node/bin/node')

function lockPrint() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex')
}

/**
 * Whether a process with this id runs and was started with this word in its command.
 * @param {number} pid
 * @param {string} word
 */
export function isRunning(pid, word) {
  try {
    process.kill(pid, 0)
    return !fs.existsSync('/proc/self') || fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
  } catch {
    return false
  }
}

/**
 * Whether another start of this folder installs, or one that was killed left its npm at work.
 * @param {string} lockFile
 */
function anotherInstalls(lockFile) {
  try {
    return isRunning(Number(fs.readFileSync(lockFile, 'utf8')), 'npm')
  } catch {
    return false
  }
}

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs npm; answers its exit code. Whoever stops us stops it with all it started.
 * @param {readonly string[]} args
 * @param {string} lockFile
 */
function npm(args, lockFile) {
  const windows = process.platform === 'win32'
  const child = spawn('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: windows,
    detached: !windows,
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  fs.writeFileSync(lockFile, String(child.pid))
  let stopped = false
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    stopped = true
    if (windows || !child.pid) child.kill(signal)
    else process.kill(-child.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, stop)
      if (stopped) process.exit(1)
      resolve(code)
    })
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { optional?: boolean, link?: boolean, dependencies?: Record<string, string> }>}
 */
function packagesOf(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * Whether what is installed is what the lock file names: `npm install` of one more package changes both. npm writes
 * down what it has installed when it is through (node_modules/.package-lock.json), and leaves out what is optional and
 * not for this machine.
 */
function isInstalled() {
  const { '': _own, ...wanted } = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  /** @param {string} name */
  const same = (name) => JSON.stringify(present[name]) === JSON.stringify(wanted[name])
  const names = Object.keys(present)
  return (
    names.length > 0 &&
    names.every(same) &&
    Object.keys(wanted).every((name) => name in present || wanted[name].optional)
  )
}

/** Whether the packages that lie in this repository can be imported by their names. */
function areLinked() {
  const packages = Object.entries(packagesOf('package-lock.json'))
  return packages.every(([name, { link }]) => !link || fs.existsSync(path.join(ROOT, name)))
}

/**
 * Whether the lock file names every folder that has a package.json of its own, with the dependencies it has today; but for
 * those that the workspaces leave out, which nothing here installs.
 */
function isLocked() {
  const locked = packagesOf('package-lock.json')
  /** @type {{ workspaces?: string[] }} */
  const { workspaces = [] } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const parents = [
    'packages',
    ...['fields', 'layout', 'integrations', 'connections'].map((name) => `plugins/${name}`),
  ]
  const folders = parents
    .filter((parent) => fs.existsSync(path.join(ROOT, parent)))
    .flatMap((parent) => fs.readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => !workspaces.includes(`!${folder}`))
  return folders.every((folder) => {
    const file = path.join(ROOT, folder, 'package.json')
    if (!fs.existsSync(file)) return true
    const { dependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'))
    return folder in locked && isDeepStrictEqual(locked[folder].dependencies ?? {}, dependencies)
  })
}

/** What npm must do: edit the lock file for a folder that came, or add what is missing, or begin from nothing. */
function npmArguments() {
  if (!isLocked()) return ['install']
  return Object.keys(packagesOf('node_modules/.package-lock.json')).length > 0
    ? ['install', '--no-save']
    : ['ci']
}

/**
 * Installs the locked dependencies unless they are there.
 * @param {(message: string) => void} [say]
 */
export async function install(say = console.log) {
  const stamp = path.join(ROOT, 'node_modules/.installed')
  const done = () => {
    if (!isLocked() || !areLinked()) return false
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lockPrint()) return true
    const installed = isInstalled()
    if (installed) fs.writeFileSync(stamp, lockPrint())
    return installed
  }
  if (done()) return
  const lockFile = path.join(ROOT, '.installing')
  if (anotherInstalls(lockFile)) say('Another command installs the dependencies; waiting for it')
  while (anotherInstalls(lockFile)) await sleep(200)
  if (done()) return
  try {
    fs.writeFileSync(lockFile, String(process.pid))
  } catch (error) {
    throw new Stop(
      `The folder ${ROOT} cannot be written (${codeOf(error)}), and the dependencies must be installed there.`,
    )
  }
  const args = npmArguments()
  say(`Installing dependencies (npm ${args.join(' ')}); the first time this takes a minute`)
  const code = await npm(args, lockFile)
  if (code === 0) fs.writeFileSync(stamp, lockPrint())
  fs.rmSync(lockFile, { force: true })
  if (code !== 0) throw new Stop('The dependencies could not be installed; the lines above say why.')
}

/**
 * True on Node 24. Otherwise starts the same command again on the Node 24 that was installed, passes signals on and
 * leaves with its exit code.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function onNode24(env = {}) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return true
  if (!fs.existsSync(NODE24)) {
    throw new Stop('Node 24 is needed and the "node" package did not bring it. Were install scripts blocked?')
  }
  const child = spawn(NODE24, process.argv.slice(1), {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  whenOrphaned(() => child.kill('SIGTERM'))
  return false
}

/**
 * Calls back when the process that started us is gone: npm may be killed without a word to us.
 * @param {() => void} act
 */
export function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 1_000)
  timer.unref()
}
