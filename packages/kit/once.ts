import type { OutboundRequest, OutboundResponse } from './integration.ts'

/**
 * What a gateway answers in the place of a service that it had no answer from: the service may have done what it was asked
 * to. 520 and 524 are Cloudflare's. A 503 or 429 was refused before anything was done, and a 500 is the service's own word
 * that it failed.
 */
const FROM_A_GATEWAY: ReadonlySet<number> = new Set([502, 504, 520, 524])

/** Whether nobody knows, after this answer, what came of a request that may be made once. */
export function leavesUnsure({ once }: OutboundRequest, { status }: OutboundResponse): boolean {
  return once === true && FROM_A_GATEWAY.has(status)
}
