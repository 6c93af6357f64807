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
  /** absent where nobody said one that can be read */
  message?: string
  /** with a text: what the form says of it itself */
  details?: BlockProblem[] | { text?: string }
}

interface Body extends Refusal {
  data?: { ending: EndingView }
}

const LONGEST_WAIT = 30_000

/** Sends one frozen submission once. */
export async function send(slug: string, body: string): Promise<Reply> {
  let after = 0
  try {
    const answer = await post(`/api/forms/${slug}/submissions`, body)
    if (!passes(answer)) {
      const json: Promise<Body> = answer.json()
      // What is no JSON is of somebody between, who turns it away: or wants a person to sign in to the network first.
      const said = await json.catch((fault): Body => {
        if (answer.ok) throw fault
        return { code: 'E_REFUSED' }
      })
      if (said.data) return { result: 'taken', ending: said.data.ending }
      if (said.code === 'E_ANSWERS' && Array.isArray(said.details))
        return { result: 'problems', problems: said.details }
      return { result: 'refused', ...said }
    }
    // all who were told the same do not come back in the same moment
    after = (Number(answer.headers.get('retry-after')) + Math.random()) * 1000 || 0
  } catch {
    // nothing was heard
  }
  return { result: 'unknown', offline: !navigator.onLine, after }
}

/** Whether it may be another answer later. */
function passes({ status }: Response): boolean {
  return status > 499 || status === 408 || status === 429
}

function post(address: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  // the slowest line that is waited for carries 20 characters in a millisecond
  const signal = AbortSignal.timeout(LONGEST_WAIT + body.length / 20)
  return fetch(address, { method: 'POST', headers, body, signal })
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
    if (passes(answer)) return undefined
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
