import { prettyPrintError } from '@adonisjs/core'
import { drainingServer } from '#app/http/drain'
import { noteParts } from '#app/http/entrance'
import { BUNDLES } from '#app/http/frontend'
import { loadControllers } from '#app/http/load_controllers'
import { putMainThreadFirst } from '#app/http/thread_priority'
import { ignitor } from './ignitor.ts'

ignitor()
  .tap((app) => {
    // a handle that somebody forgot must not keep a stopped server alive
    const leave = () => void app.terminate().finally(() => process.exit())
    app.listen('SIGTERM', leave)
    app.listen('SIGINT', leave)
    app.ready(putMainThreadFirst)
    app.ready(async () => {
      const router = await app.container.make('router')
      const routes = Object.values(router.toJSON()).flat()
      noteParts([...routes.map(({ pattern }) => pattern), ...BUNDLES.map((bundle) => `/${bundle}`)])
      // while developing, sources change
      if (app.inDev) return
      await loadControllers(routes)
      const { renderer } = await import('#app/respond/page/renderer')
      // each page says what is wrong with it
      await renderer().catch(() => undefined)
    })
    // `npm start` holds the other end: when it is killed, this process does not stay behind
    if (process.env.FORMWRIGHT_SUPERVISED) process.stdin.once('close', leave).resume()
  })
  .httpServer()
  .start((handle) => drainingServer(handle, { behindProxy: Boolean(process.env.TRUST_PROXY) }))
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
