import { CodedError } from '#app/http/errors'

/** Files cannot be taken now; everything else can. */
export function noRoom(): CodedError {
  return new CodedError(
    'E_NO_ROOM',
    507,
    'There is no room for files at the moment. Send them later, or go on without them.',
  )
}

/** Whether an error says that there is no room for files. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'E_NO_ROOM'
}
