// `npm run bench [name…]`: runs bench/<name>.ts against a durable database cluster of its own, kept between runs.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { install, onNode24 } from './node24.mjs'
import { ROOT, serverEnvironment, WITHOUT_LIMITS, YOUNG_MEMORY } from './settings.mjs'

/** Benches that can be named: all files of the folder that print figures by themselves. */
function names() {
  const files = fs.readdirSync(path.join(ROOT, 'bench'))
  return files.filter((file) => file.endsWith('.bench.ts')).map((file) => file.replace('.bench.ts', ''))
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function run(name, args, env) {
  return new Promise((resolve) => {
    const program = ['--import=@poppinss/ts-exec', '--expose-gc', `bench/${name}.bench.ts`, ...args]
    const child = spawn(process.execPath, program, { cwd: ROOT, env, stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * @param {readonly string[]} chosen
 * @param {readonly string[]} args
 */
async function bench(chosen, args) {
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
    await migrate(env)
    let failed = 0
    for (const name of chosen) {
      console.log(`\n## ${name}\n`)
      failed += (await run(name, args, env)) === 0 ? 0 : 1
    }
    return failed
  } finally {
    await server.stop()
  }
}

await install()
if (onNode24()) {
  const given = process.argv.slice(2)
  const chosen = given.filter((arg) => names().includes(arg))
  const unknown = given.find((arg) => !arg.startsWith('-') && !names().includes(arg))
  if (unknown) {
    console.error(`There is no bench "${unknown}". There are: ${names().join(', ')}.`)
    process.exit(1)
  }
  const options = given.filter((arg) => arg.startsWith('-'))
  process.exit(await bench(chosen.length > 0 ? chosen : names(), options))
}
