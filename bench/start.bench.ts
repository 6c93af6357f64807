// How long `npm start` takes: the first time in a new folder, and again when there is nothing to build. The dependencies
// are installed and the front end is built; the download of the dependencies is the network's time, not ours.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/functional/ground/instance'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** What an operator waits for at most when there is nothing to build, in seconds. */
const FLOOR = 6
const AGAIN = 5

/** Starts as an operator does, waits for the address, stops; answers the seconds until it answered. */
async function start(storage: string): Promise<number> {
  const began = performance.now()
  const { PATH, HOME } = process.env
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, STORAGE_DIR: storage, PORT: String(await freePort()), DEMO: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  const ready = new Promise<number>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data
      if (output.includes('Formwright is ready')) resolve((performance.now() - began) / 1000)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
  const seconds = await ready
  child.kill('SIGTERM')
  await ended
  return seconds
}

const storage = mkdtempSync(join(tmpdir(), 'formwright-start-'))
try {
  console.log(`new folder: ${(await start(storage)).toFixed(1)} s (database, roles, schema, demo form)`)
  const times: number[] = []
  for (let round = 0; round < AGAIN; round += 1) times.push(await start(storage))
  const median = times.toSorted((a, b) => a - b)[Math.floor(AGAIN / 2)] ?? Infinity
  const all = times.map((seconds) => seconds.toFixed(1)).join(', ')
  console.log(`again: ${median.toFixed(1)} s (median of ${all}); at most ${FLOOR} s`)
  if (median >= FLOOR) process.exitCode = 1
} finally {
  rmSync(storage, { recursive: true, force: true })
}
