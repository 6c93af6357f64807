import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'

const ROOT = new URL('../../', import.meta.url)

/** The application without its HTTP server: connections, plugins, and what commands have. `stop` ends it. */
export async function boot(): Promise<{ stop(): Promise<void> }> {
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
  return { stop: () => app.terminate() }
}
