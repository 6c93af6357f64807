import { spawn } from 'node:child_process'
import { ROOT } from './settings.mjs'
import { Stop } from './stop.mjs'

/** Runs a command of ours to its end. When it fails, `failure` is said, and what the command said below it. */
export async function runAce(args, env, failure) {
  const child = spawn(process.execPath, ['ace.js', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Stop(`${failure}\n${output}`)
}
