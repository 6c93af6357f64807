import type { BlockProblem, Turn, ServerState } from '../../../engine/response/response.ts'
import type { EndingView } from '../view.ts'

/** What the server said to a submission, or that it said nothing. */
export type Reply =
  | { result: 'taken'; ending: EndingView }
  | { result: 'problems'; problems: BlockProblem[] }
  | ({ result: 'refused' } & Refusal)
  /** no answer, or "later": the same request is to be sent again, not before `after` milliseconds */
  | { result: 'unknown'; offline: boolean; after: number }

/** Why a form takes nothing. */
export interface Refusal {
  code: string
  message: string
  /** with a text: what the form says of it itself */
  details?: BlockProblem[] | { text?: string }
}

interface Body extends Partial<Refusal> {
  data?: { ending: EndingView }
}

const LONGEST_WAIT = 30_000

/** Sends one frozen submission once. */
export async function send(slug: string, body: string): Promise<Reply> {
  try {
    const answer = await post(`/api/forms/${slug}/submissions`, body)
    if (answer.status === 429 || answer.status >= 500) {
      const seconds = Number(answer.headers.get('retry-after'))
      // all who were told the same do not come back in the same moment
      return { result: 'unknown', offline: false, after: seconds > 0 ? (seconds + Math.random()) * 1000 : 0 }
    }
    const { data, code = '', message = '', details }: Body = await answer.json()
    if (answer.ok && data) return { result: 'taken', ending: data.ending }
    if (code === 'E_ANSWERS' && Array.isArray(details)) return { result: 'problems', problems: details }
    return { result: 'refused', code, message, details }
  } catch {
    return { result: 'unknown', offline: !navigator.onLine, after: 0 }
  }
}

function post(address: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(LONGEST_WAIT) })
}

/** Where Next leads, and what else the server says of that which only it knows. */
export interface TurnReply {
  turn: Turn
  serverState?: ServerState
  /** of a preview only */
  ending?: EndingView
}

/** Asks the server where Next leads, for forms whose way the browser may not know; undefined when it did not answer. */
export async function ask(server: string, question: object): Promise<TurnReply | Refusal | undefined> {
  try {
    const answer = await post(`${server}/evaluation`, JSON.stringify(question))
    if (answer.status === 429 || answer.status >= 500) return undefined
    const body: { data: TurnReply } | Refusal = await answer.json()
    return 'data' in body ? body.data : body
  } catch {
    return undefined
  }
}

/** How long to wait before try number `tries`: quickly at first, then about every half minute, never in step. */
export function waitBefore(tries: number): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.75 + Math.random() / 2)
}
