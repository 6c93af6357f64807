import { fairQueue } from '#app/http/fair_queue'
import { whoseWork } from '#app/http/whose_work'

/** A connection of node-postgres: a query has its answer by a promise, or by a function that is its last argument. */
interface Connection {
  query(...args: unknown[]): unknown
}

/**
 * From now on what waits for answers of this connection goes on in the turn of whose work it is. Else all that were answered
 * since the last turn of the event loop are one turn of it, in which nobody's request is read.
 */
export function answerInTurn(connection: Connection): void {
  const query = connection.query.bind(connection)
  connection.query = (...args) => {
    const owner = whoseWork()
    const answer = args.at(-1)
    if (isCallback(answer)) {
      return query(...args.slice(0, -1), (...given: unknown[]) =>
        fairQueue.goOn(owner, () => answer(...given)),
      )
    }
    const answered = query(...args)
    if (!(answered instanceof Promise)) return answered
    return answered.finally(() => fairQueue.next(owner))
  }
}

function isCallback(value: unknown): value is (...given: unknown[]) => void {
  return typeof value === 'function'
}
