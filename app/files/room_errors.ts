import { CodedError } from '#app/http/errors'

/** Files cannot be taken now; everything else can. */
export function noRoom(): CodedError {
  return new CodedError(
    'E_NO_ROOM',
    507,
    'There is no room for files at the moment. Send them later, or go on without them.',
  )
}

/** A file that is known, and not on the disk. */
export function fileLost(): CodedError {
  return new CodedError(
    'E_FILE_LOST',
    404,
    'This file is not where the server keeps its files. Whoever runs the server may put it back from a backup.',
  )
}

/** Whether an error says that a file is not on the disk. */
export function isFileLost(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'E_FILE_LOST'
}

/** Whether an error says that there is no room for files. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'E_NO_ROOM'
}
