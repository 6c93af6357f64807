// As whom the PostgreSQL that comes from npm runs: it refuses to be root.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop } from './stop.mjs'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** @typedef {{ name: string, uid: number, gid: number }} Account */

const isRoot = process.getuid?.() === 0

/**
 * As root: the unprivileged account (must exist in passwd: initdb looks its own uid up).
 * @param {string} dataDir
 * @returns {Account | null}
 */
export function account(dataDir) {
  if (!isRoot) return null
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((l) => l.split(':'))
  const owner = fs.statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    // made by an earlier run: its owner keeps it
    const { uid, gid } = owner
    return { name: rows.find((r) => Number(r[2]) === uid)?.[0] ?? String(uid), uid, gid }
  }
  const row = rows.find((r) => r[0] === 'postgres') ?? rows.find((r) => r[0] === 'nobody')
  if (!row)
    throw new Stop(
      'PostgreSQL refuses to run as root, and there is no account "postgres" or "nobody" to run it as. Make one, or start as an ordinary user.',
    )
  const wanted = process.env.PG_ACCOUNT && rows.find((r) => r[0] === process.env.PG_ACCOUNT)
  const [name, , uid, gid] = wanted || row
  return { name, uid: Number(uid), gid: Number(gid) }
}

/**
 * Gives a database to whoever PostgreSQL runs as, and to nobody besides: what was put back from a backup may be root's, or
 * open to others, and PostgreSQL refuses both.
 * @param {string} dataDir
 * @param {Account | null} acct
 */
export function adopt(dataDir, acct) {
  const { uid, mode } = fs.statSync(dataDir)
  const own = process.getuid?.()
  if (!acct && own !== undefined && uid !== own)
    throw new Stop(
      `The database in ${dataDir} belongs to another account of this machine (${uid}). Start as that one, or let an administrator give it to yours: chown -R ${own} ${path.dirname(dataDir)}`,
    )
  if (acct && uid === 0) {
    for (const name of ['', ...fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      fs.lchownSync(path.join(dataDir, name), acct.uid, acct.gid)
  }
  if (own !== undefined && (mode & 0o027) !== 0) fs.chmodSync(dataDir, 0o700)
}

/** @param {string} cmd */
const has = (cmd) => spawnSync(cmd, ['--version'], { stdio: 'ignore' }).status === 0

/** @param {string} p */
function traversable(p) {
  for (let d = path.resolve(p); ; d = path.dirname(d)) {
    if (fs.existsSync(d) && !(fs.statSync(d).mode & 0o001)) return false
    if (d === path.dirname(d)) return true
  }
}

/**
 * [command, args, spawnOptions] that runs a Postgres program as the right user.
 * @param {Account | null} acct
 * @param {string} dir
 * @param {string} program
 * @param {string[]} args
 * @param {{ deathSignal?: boolean }} [options]
 * @returns {[command: string, args: string[], options: { uid?: number, gid?: number }]}
 */
export function as(acct, dir, program, args, { deathSignal = false } = {}) {
  const setpriv = process.platform === 'linux' && has('setpriv')
  const pre = []
  if (setpriv && deathSignal) pre.push('--pdeathsig', 'INT') // parent dies (even kill -9) => fast shutdown
  if (acct) {
    if (setpriv) {
      pre.push(`--reuid=${acct.uid}`, `--regid=${acct.gid}`, '--clear-groups')
      // a project under a 0700 home cannot be traversed by the account: lend it just that right
      if (!traversable(ROOT) || !traversable(dir))
        pre.push('--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override')
    } else if (!traversable(ROOT) || !traversable(dir)) {
      throw new Stop(
        `The account ${acct.name}, which PostgreSQL runs as, cannot reach ${ROOT} or ${dir}. Start as an ordinary user, or move them.`,
      )
    } else return [program, args, { uid: acct.uid, gid: acct.gid }]
  }
  return pre.length ? ['setpriv', [...pre, '--', program, ...args], {}] : [program, args, {}]
}
