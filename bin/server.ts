import 'reflect-metadata'
import { Ignitor, prettyPrintError } from '@adonisjs/core'
import { drainingServer } from '#app/http/drain'
import { frontDoor } from '#app/http/front_door'

const APP_ROOT = new URL('../', import.meta.url)

/** Imports paths of this application relative to its root. */
const IMPORTER = (filePath: string) => {
  if (filePath.startsWith('./') || filePath.startsWith('../')) {
    return import(new URL(filePath, APP_ROOT).href)
  }
  return import(filePath)
}

new Ignitor(APP_ROOT, { importer: IMPORTER })
  .tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    // a handle that somebody forgot must not keep a stopped server alive
    const leave = () => void app.terminate().finally(() => process.exit())
    app.listen('SIGTERM', leave)
    app.listen('SIGINT', leave)
    // `npm start` holds the other end: when it is killed, this process does not stay behind
    if (process.env.FORMWRIGHT_SUPERVISED) process.stdin.once('close', leave).resume()
  })
  .httpServer()
  .start((handle) => drainingServer(frontDoor(handle)))
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
