import ipaddr from 'ipaddr.js'

/** Who a client address stands for: an IPv6 subscriber has a whole network of them. */
export function callerOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  return known.kind() === 'ipv4'
    ? known.toString()
    : known.toNormalizedString().split(':').slice(0, 4).join(':')
}
