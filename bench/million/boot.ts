import 'reflect-metadata'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'

const ROOT = new URL('../../', import.meta.url)

/** The parts of the scripts that benches use; they are plain JavaScript. */
interface Scripts {
  startPostgres(options: { dir: string }): Promise<Server>
  prepareEmbedded(server: Server, database: string): Promise<Record<string, string>>
  migrate(env: Record<string, string | undefined>): Promise<void>
  serverEnvironment(storage: string, more: Record<string, string>): Record<string, string>
}
interface Server {
  stop(): Promise<void>
}

async function scripts(): Promise<Scripts> {
  const load = (name: string) => import(new URL(`scripts/${name}.mjs`, ROOT).href)
  return Object.assign({}, await load('postgres'), await load('database'), await load('settings'))
}

/**
 * The application without its HTTP server, on a durable database cluster of its own that is kept between runs.
 * `stop` ends both.
 */
export async function boot(): Promise<{ app: ApplicationService; stop(): Promise<void> }> {
  const { startPostgres, prepareEmbedded, migrate, serverEnvironment } = await scripts()
  const storage = fileURLToPath(new URL('storage/bench', ROOT))
  mkdirSync(storage, { recursive: true })
  const server = await startPostgres({ dir: `${storage}/postgres` })
  const environment = serverEnvironment(storage, {
    NODE_ENV: 'production',
    FORMWRIGHT_TEST: '1',
    LIMITER_STORE: 'memory',
    LOG_LEVEL: 'warn',
    ...(await prepareEmbedded(server, 'bench')),
  })
  Object.assign(process.env, environment)
  await migrate(environment)
  const app = new Ignitor(ROOT, {
    importer: (path) => (path.startsWith('.') ? import(new URL(path, ROOT).href) : import(path)),
  })
    .tap((booting) => {
      booting.booting(async () => {
        await import('#start/env')
      })
    })
    .createApp('console')
  await app.init()
  await app.boot()
  await app.start(() => {})
  return {
    app,
    async stop() {
      await app.terminate()
      await server.stop()
    },
  }
}
