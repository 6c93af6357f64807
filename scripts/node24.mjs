// From whatever Node started us to the one the application runs on. Runs on any Node from 20, without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop } from './stop.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const NODE24 = path.join(ROOT, 'node_modules/node/bin/node')

function lockPrint() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex')
}

/** Waits while another start of this folder installs; answers false when that one is gone. */
function anotherInstalls(lockFile) {
  let pid
  try {
    pid = Number(fs.readFileSync(lockFile, 'utf8'))
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Installs the locked dependencies unless that was done for this very lock file. */
export function install(say = console.log) {
  const stamp = path.join(ROOT, 'node_modules/.installed')
  const done = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lockPrint()
  if (done()) return
  const lockFile = path.join(ROOT, '.installing')
  if (anotherInstalls(lockFile)) say('Another command installs the dependencies; waiting for it')
  while (anotherInstalls(lockFile)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  if (done()) return
  try {
    fs.writeFileSync(lockFile, String(process.pid))
  } catch (error) {
    throw new Stop(
      `The folder ${ROOT} cannot be written (${error.code}), and the dependencies must be installed there.`,
    )
  }
  say('Installing dependencies (npm ci); the first time this takes a minute')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (result.status === 0) fs.writeFileSync(stamp, lockPrint())
  fs.rmSync(lockFile, { force: true })
  if (result.status !== 0) throw new Stop('The dependencies could not be installed; the lines above say why.')
}

/**
 * True on Node 24. Otherwise starts the same command again on the Node 24 that was installed, passes signals on and
 * leaves with its exit code.
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  whenOrphaned(() => child.kill('SIGTERM'))
  return false
}

/** Calls back when the process that started us is gone: npm may be killed without a word to us. */
export function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 1_000)
  timer.unref()
}
