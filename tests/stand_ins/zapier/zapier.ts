import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

/** A hook of Zapier: one address for each Zap that is on. */
export class Zapier extends StandInServer {
  /** what was wrong with posts, in a few words */
  readonly faults: string[] = []
  readonly #on = new Set<string>()
  #made = 0

  static async start(): Promise<Zapier> {
    const zapier = new Zapier()
    await zapier.open((arrived) => zapier.#take(arrived))
    return zapier
  }

  /** The address of a Zap that is switched on. */
  on(): string {
    this.#made += 1
    const path = `/hooks/standard/1/${'0'.repeat(31)}${this.#made}/`
    this.#on.add(path)
    return `${this.url}${path}`
  }

  /** A Zap is off or was deleted. */
  off(address: string): void {
    this.#on.delete(new URL(address).pathname)
  }

  /** What was posted to a Zap, oldest first. */
  posted(address: string): Record<string, unknown>[] {
    return this.to(new URL(address).pathname).map(({ body }) => JSON.parse(body))
  }

  /** The same, once there are so many. */
  async got(address: string, count: number): Promise<Record<string, unknown>[]> {
    await this.arrived(new URL(address).pathname, count)
    return this.posted(address)
  }

  #take(arrived: Arrived): Said {
    const earlier = this.to(arrived.path)
    if (!this.#on.has(arrived.path)) {
      if (earlier.some(({ path }) => this.#gone.has(path))) this.faults.push('a post after 410')
      this.#gone.add(arrived.path)
      return { status: 410, body: { status: 'gone' } }
    }
    const fault = postFault(arrived)
    if (fault !== undefined) this.faults.push(fault)
    return fault === undefined
      ? { status: 200, body: { status: 'success', id: String(this.requests.length) } }
      : { status: 400, body: { status: 'error', message: fault } }
  }

  readonly #gone = new Set<string>()
}

/** What is wrong with a post to a hook; undefined when nothing is. */
export function postFault({
  method,
  headers,
  body,
}: Omit<Arrived, 'at' | 'path' | 'query'>): string | undefined {
  if (method !== 'POST') return `a ${method}`
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'content-type'
  return itemFault(JSON.parse(body))
}

/** What is wrong with something that a Zap works with. */
export function itemFault(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'no object'
  const { id, ...others }: Record<string, unknown> = { ...item }
  if (typeof id !== 'string' || id === '') return 'no id'
  const naive = Object.entries(others).find(([name, value]) => name.endsWith('_at') && !isInstant(value))
  return naive && `a time without a zone: ${naive[0]}`
}

/** What is wrong with a list that stands for what is posted: its items have the same fields, each an id of its own. */
export function listFault(list: unknown, posted: object): string | undefined {
  if (!Array.isArray(list)) return 'no list'
  const fault = list.map(itemFault).find((one) => one !== undefined)
  if (fault !== undefined) return fault
  if (new Set(list.map(({ id }) => id)).size < list.length) return 'two items with one id'
  const differs = list.find((item) => fieldsOf(item).join() !== fieldsOf(posted).join())
  return differs && `fields ${fieldsOf(differs).join()} in the list, ${fieldsOf(posted).join()} in the post`
}

/** The names of what is in it; of lists what their items have. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldsOf(item, `${at}[]`)))]
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value)
    .flatMap(([name, inner]) => fieldsOf(inner, at === '' ? name : `${at}__${name}`))
    .sort()
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
}
