import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { inLine } from '#app/http/load_shedding'

/** Where names are looked up. */
export interface NameSources {
  /** address and port of the nameservers; those of the system unless given */
  servers?: readonly string[]
  /** names that the machine itself knows */
  hosts?: string
  /** so long, in milliseconds, a nameserver has at first, twice as long when it is asked again */
  timeout?: number
}

/** No nameserver knows the name, or there is none to ask: the system may know it all the same. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

const SYSTEM = { of: 'names that the system looks up', most: 1 }
const WAITING = { most: 20, ms: 5_000 }

/**
 * All addresses of a name: what the machine's own list says, then the nameservers. Not by the system's function, which holds
 * one of two threads for as long as a nameserver is silent: with receivers whose nameserver never answers, everybody's
 * calls waited for their names, and so did new connections to the database, for 40 s and more. It is asked for what
 * nameservers do not know (`.local`, domains that are searched), one name at a time.
 */
export async function systemResolve(
  hostname: string,
  { servers, hosts = '/etc/hosts', timeout = 2_000 }: NameSources = {},
): Promise<readonly string[]> {
  const own = await addressesIn(hosts, hostname)
  if (own.length > 0) return own
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  for (const answer of answers)
    if (answer.status === 'rejected' && !UNKNOWN.has(codeOf(answer.reason))) throw answer.reason
  const known = await inLine([SYSTEM], WAITING, () => lookup(hostname, { all: true, order: 'ipv4first' }))
  return known.map(({ address }) => address)
}

/** What a list of names, as /etc/hosts is one, says of a name. */
async function addressesIn(path: string, hostname: string): Promise<string[]> {
  const list = (await readFile(path, 'utf8').catch(() => '')).toLowerCase()
  const wanted = hostname.replace(/\.$/, '').toLowerCase()
  // few are in it: some lists name a hundred thousand that nobody is to reach, and took 36 ms to be taken apart for each
  if (!list.includes(wanted)) return []
  return list.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return names.includes(wanted) ? [address] : []
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
