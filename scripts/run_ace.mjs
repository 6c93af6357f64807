import { runProgram } from './run_program.mjs'
import { ROOT } from './settings.mjs'
import { Stop } from './stop.mjs'

/**
 * Runs a command of ours to its end. When it fails, `failure` is said, and what the command said below it.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} failure
 */
export async function runAce(args, env, failure) {
  const { code, output } = await runProgram(process.execPath, ['ace.js', ...args], { cwd: ROOT, env })
  if (code !== 0) throw new Stop(`${failure}\n${output}`)
}
