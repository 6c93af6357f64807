import { placesInLine } from '#app/http/load_shedding'
import { isForSomebody, whoseWork } from '#app/http/whose_work'

/** What of a client of Knex gives connections of its pool out, and takes them back. */
interface PoolClient {
  acquireConnection(): Promise<object>
  releaseConnection(connection: object): Promise<void>
}

/** So many wait for a connection on behalf of one owner, each so many milliseconds. */
const LINE = { most: 500, ms: 10_000 }

/**
 * From now on whoever asks for a connection of this pool, of which there are `most`, waits in a line of whose work it is: the
 * lines have their turns, and none has more than half of the pool. In the pool's own line a thousand requests of somebody who
 * is not even signed in stood before everybody else's. Throws `E_BUSY` where too many wait in a line, or for too long.
 */
export function sharePool(client: PoolClient, most: number): void {
  const acquire = client.acquireConnection.bind(client)
  const release = client.releaseConnection.bind(client)
  const leaves = new WeakMap<object, () => void>()
  client.acquireConnection = async () => {
    // names that lead to nobody are asked for by anybody: what the server does by itself does not wait behind them
    const whose = isForSomebody() ? `requests for ${whoseWork()}` : 'the server itself'
    const leave = await placesInLine(
      [
        { of: `the pool, ${whose}`, most: most / 2 },
        { of: 'the pool', most },
      ],
      LINE,
    )
    try {
      const connection = await acquire()
      leaves.set(connection, leave)
      return connection
    } catch (error) {
      leave()
      throw error
    }
  }
  client.releaseConnection = async (connection) => {
    await release(connection)
    leaves.get(connection)?.()
    leaves.delete(connection)
  }
}
