// How long `npm start` takes: the first time in a new folder, again when there is nothing to build, and after `kill -9`
// of everything. The dependencies are installed and the front end is built; the download of the dependencies is the
// network's time, not ours.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/functional/ground/instance'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** What an operator waits for at most when there is nothing to build, in seconds. */
const FLOOR = 6
const ROUNDS = 5

/** How long a restart may take after everything was killed, on a machine that is busy, in seconds. */
const AFTER_KILL = 5
/** Processes that each want a core, beside that restart. */
const BUSY = 6

interface Run {
  seconds: number
  stop: () => Promise<unknown>
  ended: Promise<unknown>
}

/** Starts as an operator does and waits for the address; answers how long that took. */
async function start(storage: string): Promise<Run> {
  const began = performance.now()
  const { PATH, HOME } = process.env
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, STORAGE_DIR: storage, PORT: String(await freePort()), DEMO: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  let output = ''
  return new Promise<Run>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data
      if (!output.includes('Formwright is ready')) return
      resolve({ seconds: (performance.now() - began) / 1000, stop, ended })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
}

async function startAndStop(storage: string): Promise<number> {
  const { seconds, stop } = await start(storage)
  await stop()
  return seconds
}

/** Ends every process of an instance as a power cut would. */
async function killEverything(storage: string, run: Run): Promise<void> {
  for (const file of ['start.pid', 'server.pid', 'postgres/data/postmaster.pid']) {
    process.kill(parseInt(readFileSync(join(storage, file), 'utf8'), 10), 'SIGKILL')
  }
  await run.ended
}

/** Seconds of a restart after `kill -9` of everything, beside busy processes. */
async function restartAmidWork(storage: string): Promise<number> {
  await killEverything(storage, await start(storage))
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  try {
    return await startAndStop(storage)
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity
}

const shown = (times: readonly number[]) => times.map((seconds) => seconds.toFixed(1)).join(', ')

const storage = mkdtempSync(join(tmpdir(), 'formwright-start-'))
try {
  console.log(
    `new folder: ${(await startAndStop(storage)).toFixed(1)} s (database, roles, schema, demo form)`,
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await startAndStop(storage))
  const again = medianOf(times)
  console.log(`again: ${again.toFixed(1)} s (median of ${shown(times)}); at most ${FLOOR} s`)
  const killed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) killed.push(await restartAmidWork(storage))
  const restart = medianOf(killed)
  const ratio = (restart / again).toFixed(2)
  console.log(
    `after kill -9 of everything, beside ${BUSY} busy processes: ${restart.toFixed(1)} s (median of ${shown(killed)}), ${ratio} x again; at most ${AFTER_KILL} s`,
  )
  if (again >= FLOOR || restart >= AFTER_KILL) process.exitCode = 1
} finally {
  rmSync(storage, { recursive: true, force: true })
}
