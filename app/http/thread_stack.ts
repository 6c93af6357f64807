import { type Debugger, Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'

/** A thread that does not say it in time says it never, in milliseconds. */
const PATIENCE = 2_000

/**
 * The files whose code a thread runs at this moment, innermost first: it is stopped for that and goes on, also where it goes
 * round without end. `script` is what the thread was begun with. None where it does not say.
 */
export function filesOnStack(script: string): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const session = new Session()
  const files = new Map<string, string>()
  session.connect()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (workerInfo.url !== script) return
    for (const method of ['Debugger.enable', 'Debugger.pause']) tell(session, sessionId, method)
  })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    const said: Said = JSON.parse(message)
    if (said.method === 'Debugger.scriptParsed') {
      const { scriptId, url } = said.params
      if (url.startsWith('file:')) files.set(scriptId, fileURLToPath(url))
    } else if (said.method === 'Debugger.paused') {
      // one that waits for a debugger cannot even be ended
      tell(session, sessionId, 'Debugger.resume')
      resolve(said.params.callFrames.map(({ location }) => files.get(location.scriptId) ?? ''))
    }
  })
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const late = setTimeout(() => resolve([]), PATIENCE)
  return promise.finally(() => {
    clearTimeout(late)
    session.disconnect()
  })
}

/** What of that which a thread's debugger says is listened to. */
type Said =
  | { method: 'Debugger.scriptParsed'; params: Debugger.ScriptParsedEventDataType }
  | { method: 'Debugger.paused'; params: Debugger.PausedEventDataType }
  | { method?: undefined }

function tell(session: Session, sessionId: string, method: string): void {
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method }) })
}
