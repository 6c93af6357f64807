import { CodedError } from '#app/http/errors'

/** No such service is installed. */
export function unknownService(service: string): CodedError {
  return new CodedError('E_UNKNOWN_SERVICE', 422, `There is no service "${service}" on this server.`)
}

/** The operator has not registered this server at the service. */
export function notConfigured(settings: readonly string[]): CodedError {
  return new CodedError(
    'E_NOT_CONFIGURED',
    409,
    `This server is not registered at the service. Its operator sets ${settings.join(' and ')}.`,
  )
}

/** What came back from a service belongs to nobody who is under way here. */
export function foreignState(): CodedError {
  return new CodedError(
    'E_STATE',
    422,
    'This way back was used before, took longer than ten minutes, or began in another browser. Connect again.',
  )
}

/** The person, or the service, said no. */
export function refusedConsent(): CodedError {
  return new CodedError('E_CONSENT', 422, 'Access was not granted at the service. Nothing was connected.')
}

/** The service gave no credential that can be used; `reason` is a sentence. */
export function notConnected(reason: string): CodedError {
  return new CodedError('E_CONNECT', 422, `${reason} Nothing was connected.`)
}

/** Why a call with the credential of a connection could not be made. The message is a sentence for the creator. */
export class ConnectionError extends Error {
  readonly code: 'E_CONNECTION_LOST' | 'E_CONNECTION_UNREAD' | 'E_CONNECTION_BUSY' | 'E_SERVICE_FAILED'

  constructor(code: ConnectionError['code'], message: string) {
    super(message)
    this.name = 'ConnectionError'
    this.code = code
  }
}

/** The connection has to be made again. */
export function lostConnection(): ConnectionError {
  return new ConnectionError(
    'E_CONNECTION_LOST',
    'The service does not accept the connection any more. Connect again.',
  )
}

/** What is stored of the connection was sealed with another key. It is good again once that key is back. */
export function unreadConnection(): ConnectionError {
  return new ConnectionError(
    'E_CONNECTION_UNREAD',
    'The connection was stored with another key than this server has now (APP_KEY), and cannot be read. Connect again, or whoever runs the server puts that key back.',
  )
}
