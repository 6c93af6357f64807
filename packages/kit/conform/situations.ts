import type { Outcome } from '../integration.ts'
import type { StandInAnswer } from './stand_in.ts'

/** What can follow from an attempt. */
export type Result = Outcome['result']

/** What a service may do, besides taking what it is sent. */
export const SITUATIONS = {
  'a redirect': { status: 307, headers: { location: 'https://elsewhere.example/' } },
  '400': { status: 400 },
  '401': { status: 401 },
  '404': { status: 404 },
  '410': { status: 410 },
  '429': { status: 429 },
  '429 with Retry-After': { status: 429, headers: { 'retry-after': '120' } },
  '500': { status: 500, body: '<html><title>Oops</title></html>' },
  '502': { status: 502, body: '<html><title>Bad gateway</title></html>' },
  '503': { status: 503 },
  '504': { status: 504 },
  'a time-out': 'silence',
  'a connection that breaks off': 'cut-off',
  'a connection that is refused': 'refused',
  'an answer of 2 MB': { status: 200, body: 'x'.repeat(2 * 1024 * 1024) },
} as const satisfies Record<string, StandInAnswer>

export type Situation = keyof typeof SITUATIONS

/** What follows from each situation, unless the kind's own spec says that its service means something else by it. */
const USUAL: Readonly<Record<Situation, Result>> = {
  'a redirect': 'failed',
  '400': 'failed',
  '401': 'reconnect',
  '404': 'failed',
  '410': 'gone',
  '429': 'retry',
  '429 with Retry-After': 'retry',
  '500': 'retry',
  '502': 'retry',
  '503': 'retry',
  '504': 'retry',
  'a time-out': 'retry',
  'a connection that breaks off': 'retry',
  'a connection that is refused': 'retry',
  'an answer of 2 MB': 'delivered',
}

/** What is to follow from a situation; `own` is what a kind's service means by it. */
export function expectedOf(situation: string, own: Partial<Record<Situation, Result>> | undefined): Result {
  const expected = new Map<string, Result>(Object.entries({ ...USUAL, ...own }))
  return expected.get(situation) ?? 'retry'
}

const RESULTS: readonly unknown[] = ['delivered', 'retry', 'failed', 'gone', 'reconnect', 'skipped', 'unsure']

/** What is wrong with an outcome. */
export function outcomeComplaints(outcome: Outcome | undefined, wanted: Result, after: string): string[] {
  const said: { result?: unknown; reason?: unknown } = Object(outcome)
  if (!RESULTS.includes(said.result)) {
    return [
      `After ${after} deliver() answered ${JSON.stringify(outcome)}: answer { result, reason }, with a result of ${RESULTS.join(', ')}.`,
    ]
  }
  const complaints: string[] = []
  if (said.result !== wanted) {
    complaints.push(
      `After ${after} deliver() answered "${String(said.result)}", and "${wanted}" is usual. Answer that; or, if the ` +
        `service means something else by it, say so under "outcomes" in the spec.`,
    )
  }
  if (said.result !== 'delivered' && (typeof said.reason !== 'string' || !/[.!?]$/.test(said.reason))) {
    complaints.push(
      `After ${after} the reason is ${JSON.stringify(said.reason)}: write a sentence that tells the creator what happened, with a full stop.`,
    )
  }
  return complaints
}
