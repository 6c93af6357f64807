import { askWith, type MakeCall } from '#app/connections/ask_with'
import { ConnectionError } from '#app/connections/errors'
import { loseConnection } from '#app/connections/refresh'
import type { ConnectionPower } from '@formwright/kit/integration'

/** Whose connection an integration works with. */
interface Owner {
  workspaceId: string
  connectionId: string | null
}

/** What a plugin is handed for its connection, and what the core does with it. */
export interface ConnectionInUse extends ConnectionPower {
  /** Notes that the service does not accept the credential that was used last. */
  lose(reason: string): Promise<void>
}

/** The connection of an integration, for one attempt: `call` makes the calls. */
export function connectionInUse({ workspaceId, connectionId }: Owner, call: MakeCall): ConnectionInUse {
  const connection = connectionId === null ? undefined : { workspaceId, id: connectionId }
  let used: number | undefined
  return {
    async request(request) {
      if (!connection) throw noConnection()
      const { response, generation } = await askWith(connection, request, call)
      used = generation
      return response
    },
    async lose(reason) {
      if (connection && used !== undefined) await loseConnection(connection, used, reason)
    },
  }
}

/** No connection is chosen, or it was removed. */
export function noConnection(): ConnectionError {
  return new ConnectionError('E_CONNECTION_LOST', 'No connection is chosen. Choose one in the settings.')
}
