import type { BlockProblem } from '../../../engine/response/response.ts'
import type { EndingView } from '../view.ts'

/** What the server said to a submission, or that it said nothing. */
export type Reply =
  | { result: 'taken'; ending: EndingView }
  | { result: 'problems'; problems: BlockProblem[] }
  | { result: 'refused'; code: string; message: string }
  /** no answer, or "later": the same request is to be sent again, not before `after` milliseconds */
  | { result: 'unknown'; offline: boolean; after: number }

interface ErrorBody {
  code?: string
  message?: string
  details?: unknown
}

const LONGEST_WAIT = 30_000

/** Sends one frozen submission once. */
export async function send(slug: string, body: string): Promise<Reply> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), LONGEST_WAIT)
  try {
    const answer = await fetch(`/api/forms/${slug}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal: patience.signal,
    })
    if (answer.status === 429 || answer.status >= 500) {
      const seconds = Number(answer.headers.get('retry-after'))
      return { result: 'unknown', offline: false, after: seconds > 0 ? seconds * 1000 : 0 }
    }
    const json: unknown = await answer.json()
    if (answer.ok) return { result: 'taken', ending: (json as { data: { ending: EndingView } }).data.ending }
    const { code = '', message = '', details } = json as ErrorBody
    if (code === 'E_ANSWERS' && Array.isArray(details)) return { result: 'problems', problems: details }
    return { result: 'refused', code, message }
  } catch {
    return { result: 'unknown', offline: !navigator.onLine, after: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** How long to wait before try number `tries`: quickly at first, then about every half minute, never in step. */
export function waitBefore(tries: number): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.75 + Math.random() / 2)
}
