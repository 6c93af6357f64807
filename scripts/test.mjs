// `npm test`: every check there is. `node scripts/test.mjs <suite> [--files <path>]`: one suite, or one file of it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT, serverEnvironment } from './settings.mjs'

const SUITES = ['unit', 'functional', 'browser']

function onNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return true
  const node = path.join(ROOT, 'node_modules/node/bin/node')
  const child = spawn(node, process.argv.slice(1), { cwd: ROOT, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
  return false
}

/** A port nobody listens on, from the system. */
async function freePort() {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

const sh = (args, env) =>
  new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).on('exit', (code) =>
      resolve(code ?? 1),
    )
  })

async function runSuites(suites, rest) {
  const { startPostgres } = await import('./postgres.mjs')
  const { embeddedUrls, migrate, prepareEmbedded } = await import('./database.mjs')
  const { buildFrontend } = await import('./build.mjs')
  const { default: pg } = await import('pg')
  const storage = path.join(ROOT, 'storage/test')
  fs.mkdirSync(storage, { recursive: true })
  const server = await startPostgres({ dir: path.join(storage, 'postgres'), fast: true, log: console.log })
  const database = `test_${process.pid}`
  const environment = (name, port) =>
    serverEnvironment(storage, {
      NODE_ENV: 'test',
      FORMWRIGHT_TEST: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LIMITER_STORE: 'memory',
      TRUST_PROXY: '127.0.0.1',
      ...embeddedUrls(server, name),
    })
  const admin = new pg.Client({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    database: 'postgres',
  })
  await admin.connect()
  try {
    await prepareEmbedded(server, 'template_fw')
    await Promise.all([migrate(environment('template_fw', 1)), buildFrontend()])
    await admin.query(`create database ${database} template template_fw strategy file_copy`)
    const env = { ...environment(database, await freePort()), CHROMIUM: '/usr/bin/chromium' }
    return await sh(['--import=@poppinss/ts-exec', 'bin/test.ts', ...suites, ...rest], env)
  } finally {
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
    await server.stop()
  }
}

if (fileURLToPath(import.meta.url) === path.resolve(process.argv[1]) && onNode24()) {
  const args = process.argv.slice(2)
  const suites = args.filter((arg) => SUITES.includes(arg))
  process.exit(
    await runSuites(
      suites.length ? suites : SUITES,
      args.filter((arg) => !SUITES.includes(arg)),
    ),
  )
}
