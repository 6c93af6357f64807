import { inLine } from '#app/http/load_shedding'
import { CONNECTIONS_BESIDE } from '#app/workspaces/within'
import { isWhole, type View } from '#app/submissions/view'

/** Searches and filters of a workspace, and of all, that run at the same time in this process: its other work has the rest. */
const AT_ONCE = { workspace: Math.floor(CONNECTIONS_BESIDE / 2), all: 8 }
/** So many of a workspace wait, so long in milliseconds. */
const LINE = { most: 20, ms: 5_000 }
/** A file that is being downloaded is better late than cut off. */
const DOWNLOADS = { most: 100, ms: 60_000 }

/** A place for each transaction that reads a view, for `withTable`. */
export function placeFor(workspaceId: string, view: View) {
  return <T>(read: () => Promise<T>): Promise<T> => withReadPlace(workspaceId, view, read)
}

/**
 * Reads submissions of a view. What searches or filters can take the database long: a few at a time do, the others wait
 * in the line of their workspace, so that the other workspaces find the database free. 503 where that line is full. What
 * is read must be ready to be read: a place is of all workspaces, and not there to wait in.
 */
export function withReadPlace<T>(
  workspaceId: string,
  view: View,
  read: () => Promise<T>,
  reader: 'screen' | 'download' = 'screen',
): Promise<T> {
  if (isWhole(view)) return read()
  const places = [
    { of: `reads of ${workspaceId}`, most: AT_ONCE.workspace },
    { of: 'reads', most: AT_ONCE.all },
  ] as const
  return inLine(places, reader === 'screen' ? LINE : DOWNLOADS, read)
}
