import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import env from '#start/env'

/** Who a client address stands for: an IPv6 subscriber has a whole network of them. Who has left has none. */
export function callerOf(address: string | undefined): string {
  if (!address?.includes(':') || !ipaddr.isValid(address)) return address ?? ''
  const known = ipaddr.process(address)
  return known.kind() === 'ipv4'
    ? known.toString()
    : known.toNormalizedString().split(':').slice(0, 4).join(':')
}

/** Tells callers apart in a table without telling their address to whoever reads it. */
export function hashOfCaller(caller: string): string {
  return createHmac('sha256', env.get('APP_KEY').release()).update(caller).digest('base64url').slice(0, 22)
}
