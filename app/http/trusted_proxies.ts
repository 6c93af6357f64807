import ipaddr from 'ipaddr.js'

/** Which peers may set forwarding headers: CIDR ranges or addresses, comma separated; none when empty. */
export function trustedProxies(setting: string): (address: string) => boolean {
  const ranges = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry)
      const address = ipaddr.parse(entry)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as [typeof address, number]
    })
  if (ranges.length === 0) return () => false
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const peer = ipaddr.process(address)
    return ranges.some(([range, bits]) => range.kind() === peer.kind() && peer.match(range, bits))
  }
}
