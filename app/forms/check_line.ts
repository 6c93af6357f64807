import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { cutOff } from '#app/http/body_bytes'
import { inLine } from '#app/http/load_shedding'

/** Forms that are checked at the same time, of one workspace and of all. */
const AT_ONCE = { workspace: 1, all: 4 }
/** So many checks of a workspace wait, so long in milliseconds. */
const LINE = { most: 20, ms: 5_000 }

/**
 * Checks a form when its workspace has its turn, so that a large form holds up its own people: other work of the process
 * is done in between. Whoever has left by then is not worked for. 503 where too many wait.
 */
export function inCheckLine<T>(
  workspaceId: string,
  client: IncomingMessage,
  check: () => Promise<T>,
): Promise<T> {
  const places = [
    { of: `checks of ${workspaceId}`, most: AT_ONCE.workspace },
    { of: 'checks', most: AT_ONCE.all },
  ] as const
  return inLine(places, LINE, async () => {
    await setImmediate()
    if (client.socket.destroyed) throw cutOff()
    return check()
  })
}
