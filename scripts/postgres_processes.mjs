// Which processes of a PostgreSQL there are, though nobody may have told us of them.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, Stop } from './stop.mjs'

/** @typedef {{ pid: number, port: number, socketDir: string, status: string }} PidFile */

/**
 * What the server wrote of itself; null while there is none.
 * @param {string} dataDir
 * @returns {PidFile | null}
 */
export function readPidFile(dataDir) {
  try {
    const l = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(l[0]), port: Number(l[3]), socketDir: l[4], status: (l[7] ?? '').trim() }
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @param {string} dataDir
 */
export function isOurPostgres(pid, dataDir) {
  if (!alive(pid)) return false
  try {
    const cmd = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return path.basename(cmd[0]) === 'postgres' && cmd.includes(dataDir)
  } catch (e) {
    if (codeOf(e) === 'ENOENT' && fs.existsSync('/proc/self')) return false
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    } // no /proc (macOS)
  }
}

/**
 * A zombie (a container whose pid 1 does not reap) counts as gone, though kill(pid, 0) still finds it.
 * @param {number} pid
 */
export function alive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (e) {
    if (codeOf(e) === 'ESRCH') return false
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** @type {(pid: number, ms: number) => Promise<boolean>} */
export const gone = async (pid, ms) => {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) if (!alive(pid)) return true
  return false
}

/**
 * Backends outlive a killed postmaster by some milliseconds; they sit in the data directory.
 * @param {string} dataDir
 * @param {number} ms
 */
export async function noBackends(dataDir, ms) {
  if (!fs.existsSync('/proc/self')) return sleep(500)
  for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) {
    const any = fs.readdirSync('/proc').some((p) => {
      try {
        return /^\d+$/.test(p) && fs.readlinkSync(`/proc/${p}/cwd`) === dataDir && alive(Number(p))
      } catch {
        return false
      }
    })
    if (!any) return
  }
  throw new Stop(
    `Processes of a killed PostgreSQL are still at work in ${dataDir}. Wait until they end, and start again.`,
  )
}
