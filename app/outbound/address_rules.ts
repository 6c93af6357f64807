import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Range = [Address, number]

/**
 * IPv4 blocks of the IANA special-purpose registry that are not globally reachable, and those that are but lead to
 * relays and name-server sinks rather than to a receiver.
 */
const SPECIAL_V4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** The only IPv6 space that is handed out for use on the internet. NAT64 and IPv4-compatible forms lie outside. */
const GLOBAL_V6 = ranges(['2000::/3'])

/** Special blocks inside it: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_V6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

/** Reads an address; an IPv4 address that is wrapped in IPv6 (`::ffff:127.0.0.1`) comes out unwrapped. */
export function readAddress(text: string): Address | undefined {
  const plain = text.includes(':') ? inHex(text) : text
  if (plain === undefined || !ipaddr.isValid(plain)) return undefined
  const address = ipaddr.parse(plain)
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** IPv6 in hexadecimal groups: with a dotted tail the library takes `::8.8.8.8` for `::ffff:8.8.8.8`. */
function inHex(text: string): string | undefined {
  const url = `http://[${text}]/`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

/** Whether an address belongs to the public internet. */
function isPublic(address: Address): boolean {
  // two nets: the library's own judgement, and the tables above for what it does not know
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return !inside(address, SPECIAL_V4)
  return inside(address, GLOBAL_V6) && !inside(address, SPECIAL_V6)
}

/** Whether calls may go to this address: public, or inside a range that the operator allowed. */
export function mayCall(address: Address, allowed: readonly Range[]): boolean {
  return isPublic(address) || inside(address, allowed)
}

/** Reads the operator's list of ranges ("10.1.0.0/16, fd00::/8"). Throws on anything that is not one. */
export function parseRanges(list: string): Range[] {
  return ranges(
    list
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map((entry) => (entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`)),
  )
}

function ranges(entries: readonly string[]): Range[] {
  return entries.map((entry) => ipaddr.parseCIDR(entry))
}

function inside(address: Address, list: readonly Range[]): boolean {
  return list.some(([base, bits]) => {
    if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits)
    return base instanceof ipaddr.IPv6 && address.match(base, bits)
  })
}
