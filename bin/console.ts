import { prettyPrintError } from '@adonisjs/core'
import { ignitor } from './ignitor.ts'

let isOver = () => false
/** A timer that a plugin left running holds no command that is over. */
const leave = () => void setTimeout(() => process.exit(), 1_000).unref()

ignitor()
  .tap((app) => {
    app.listen('SIGTERM', () => app.terminate())
    app.listenIf(app.managedByPm2, 'SIGINT', () => app.terminate())
    isOver = () => app.isTerminated
  })
  .ace()
  .handle(process.argv.splice(2))
  .then(() => {
    // one that stays alive goes on
    if (isOver()) leave()
  })
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
    leave()
  })
