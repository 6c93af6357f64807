import { addressAt } from '#app/connections/operator_settings'
import { parseRanges } from '#app/outbound/address_rules'
import { type GuardedClient, guardedClient } from '#app/outbound/guarded_client'
import env from '#start/env'
import type { OutboundRequest, OutboundResponse } from '@formwright/kit/integration'

/** A page of a list that a service offers can be long; few are read at a time, and none is kept. */
const MOST_BYTES = 1024 * 1024

let client: GuardedClient | undefined

/** The guarded client of this process, for calls beside deliveries. */
export function outboundClient(): GuardedClient {
  return (client ??= guardedClient({
    allowed: parseRanges(env.get('OUTBOUND_ALLOW', '')),
    maxBytes: MOST_BYTES,
  }))
}

/** One call of ours to a service. Rejects with an `OutboundError`. */
export function callService(service: string, request: OutboundRequest): Promise<OutboundResponse> {
  return outboundClient().request({ ...request, url: addressAt(service, request.url) })
}
