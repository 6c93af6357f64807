import type { Connection } from '../../../api_types/connections.ts'

/** Whether a connection is to be made again. */
export function isBroken({ lost, unread }: Connection): boolean {
  return lost !== null || unread
}

/** What is said of one that the server cannot read. */
export const UNREAD =
  'This connection was stored with another key than this server has now, and cannot be read.'
