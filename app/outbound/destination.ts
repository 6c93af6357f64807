import { isIP } from 'node:net'
import { type Address, mayCall, type Range, readAddress } from './address_rules.ts'
import { OutboundError } from './errors.ts'

/** Where a call goes, as its address says. */
export interface Destination {
  protocol: 'http:' | 'https:'
  /** as it is looked up: no brackets */
  hostname: string
  port: number
  /** path and query */
  path: string
  /** the Host header */
  host: string
  /** the name the certificate must carry; undefined for literal addresses, which cannot be sent as SNI */
  servername: string | undefined
}

/** All addresses of a name. A function, so that tests can answer differently each time. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Ports that speak something other than HTTP (the "bad ports" of the Fetch standard). */
const FOREIGN_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Reads the address of a call. Odd literals (`0x7f.1`, `2130706433`) come out as the plain address they mean. */
export function readDestination(text: string): Destination {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !url.hostname) throw new OutboundError('E_OUTBOUND_URL', 'This is not a complete web address.')
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new OutboundError('E_OUTBOUND_URL', 'Only http and https addresses can be called.')
  }
  if (url.username || url.password) {
    throw new OutboundError('E_OUTBOUND_URL', 'The address must not contain a user name or password.')
  }
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (port === 0 || FOREIGN_PORTS.has(port)) {
    throw new OutboundError('E_OUTBOUND_URL', `Port ${port} is not one for web addresses.`)
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const named = isIP(hostname) === 0
  return {
    protocol,
    hostname,
    port,
    path: url.pathname + url.search,
    host: url.host,
    servername: named ? hostname.replace(/\.$/, '') : undefined,
  }
}

/**
 * Resolves a destination once and checks every address it has: one that must not be called refuses the whole name,
 * so that nobody can mix a public and a private one. What comes back may be dialled, and nothing else.
 */
export async function checkedAddresses(
  destination: Pick<Destination, 'hostname'>,
  resolve: Resolve,
  allowed: readonly Range[],
): Promise<Address[]> {
  const literal = readAddress(destination.hostname)
  const found = literal ? [destination.hostname] : await lookUp(destination.hostname, resolve)
  const addresses = found.map((text) => {
    const address = readAddress(text)
    if (!address || !mayCall(address, allowed)) {
      throw new OutboundError(
        'E_OUTBOUND_ADDRESS',
        `${destination.hostname} leads to an address that is not on the public internet.`,
      )
    }
    return address
  })
  if (addresses.length === 0) throw unknownHost(destination.hostname)
  return addresses
}

async function lookUp(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(hostname)
  } catch (cause) {
    throw unknownHost(hostname, cause)
  }
}

function unknownHost(hostname: string, cause?: unknown): OutboundError {
  return new OutboundError('E_OUTBOUND_DNS', `The host ${hostname} was not found.`, { cause })
}
