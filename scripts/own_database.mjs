// What benches and contact sheets run in: a built front end and a durable database of their own, kept between runs.
import fs from 'node:fs'
import path from 'node:path'
import { runNode } from './run_program.mjs'
import { ROOT, serverEnvironment, WITHOUT_LIMITS, YOUNG_MEMORY } from './settings.mjs'

/**
 * Runs a program of the project; answers its exit code.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runFile(file, args, env) {
  return runNode(['--import=./scripts/typescript.mjs', '--expose-gc', file, ...args], env)
}

/**
 * Builds, starts and migrates the database, does the work with the environment of a server on it, and stops it.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inOwnDatabase(work) {
  // none of these is there before everything is installed
  const { startPostgres } = await import('./postgres.mjs')
  const { embeddedUrls, migrate, prepareEmbedded } = await import('./database.mjs')
  const { buildFrontend } = await import('./build.mjs')
  await buildFrontend()
  const storage = path.join(ROOT, 'storage/bench')
  fs.mkdirSync(storage, { recursive: true })
  const server = await startPostgres({ dir: path.join(storage, 'postgres') })
  try {
    const env = {
      ...serverEnvironment(storage),
      NODE_ENV: 'production',
      FORMWRIGHT_TEST: '1',
      LIMITER_STORE: 'memory',
      ...WITHOUT_LIMITS,
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: YOUNG_MEMORY,
      ...embeddedUrls(server, 'bench'),
    }
    await prepareEmbedded(server, 'bench')
    await migrate(env, `Remove the folder ${storage}`)
    return await work(env)
  } finally {
    await server.stop()
  }
}
