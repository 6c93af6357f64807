import { spawn } from 'node:child_process'
import { ROOT } from './settings.mjs'
import { Stop } from './stop.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const underWay = new Set()
let stopping = false

/**
 * Runs a program to its end; answers its exit code and what it said. It stands apart from the terminal, so that Ctrl-C
 * reaches us only, and `stopPrograms` ends it in good order.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function runProgram(command, args, options) {
  if (stopping) throw new Stop(`${command} was not run: asked to stop.`)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  underWay.add(child)
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  underWay.delete(child)
  return { code, output }
}

/** Ends what runs, and refuses to run more: nothing that a start began outlives it. */
export async function stopPrograms() {
  stopping = true
  await Promise.all(
    [...underWay].map(async (child) => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), 3_000)
      await ended
      clearTimeout(patience)
    }),
  )
}

/**
 * Runs a program of Node in the folder of the project, its output shown; answers its exit code.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function runNode(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
