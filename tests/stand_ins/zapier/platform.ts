import { Visitor } from '#tests/functional/visitor'
import type {
  Answered,
  AskedRequest,
  Bundle,
  Field,
  Fields,
  Perform,
  Z,
} from '../../../packages/zapier/src/platform.ts'
import { itemFault } from '#tests/stand_ins/zapier/zapier'

type Item = Record<string, unknown>

/** The parts of an app that a platform calls by themselves. */
interface PlayedApp {
  authentication: {
    test: Perform<Item, unknown>
    connectionLabel: (z: Z, bundle: Bundle) => string
  }
  beforeRequest: ((request: AskedRequest, z: Z, bundle: Bundle<unknown>) => AskedRequest)[]
  afterResponse: ((answered: Answered, z: Z) => Answered)[]
}

/** An error of the platform, by the name under which apps throw it. */
export class ZapError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    /** of what was throttled: in so many seconds */
    readonly delay?: number,
  ) {
    super(message)
  }
}

const named = (name: string) =>
  class extends ZapError {
    constructor(message: string, detail?: unknown) {
      super(name, message, typeof detail === 'number' ? detail : undefined)
    }
  }

const ERRORS = {
  Error: named('AppError'),
  HaltedError: named('HaltedError'),
  ExpiredAuthError: named('ExpiredAuthError'),
  ThrottledError: named('ThrottledError'),
}

const KNOWN = ['url', 'method', 'headers', 'params', 'body', 'skipThrowForStatus']
const TYPES = ['string', 'text', 'integer', 'number', 'boolean', 'datetime', 'file', 'password']

/**
 * Plays the part of Zapier's platform for an app: its requests with what stands before and after them, in that order, and its
 * checks of what comes back. Whatever Zapier would not take is a fault here.
 */
export class Platform {
  readonly #visitor = new Visitor()
  #cursor: string | null = null

  constructor(
    readonly app: PlayedApp,
    readonly authData: Record<string, string>,
  ) {}

  /** Connects, and answers what the connection is called. */
  async connect(): Promise<string> {
    const test = object(await this.call(this.app.authentication.test, { inputData: {} }))
    const label = await this.call(this.app.authentication.connectionLabel, { inputData: test })
    if (typeof label !== 'string' || label === '') throw new Error('The connection has no name.')
    return label
  }

  /** Items of a list: objects, each with an id of its own. */
  async list<I>(perform: Perform<I, unknown>, inputData: I, page = 0): Promise<Item[]> {
    const items = await this.call(perform, { inputData, meta: { page } })
    if (!Array.isArray(items)) throw new Error('A trigger must answer an array.')
    if (new Set(items.map(({ id }) => id)).size < items.length) throw new Error('Two items have one id.')
    for (const item of items) {
      const fault = itemFault(item)
      if (fault !== undefined) throw new Error(`An item of a list: ${fault}`)
    }
    return items
  }

  /** What a search found. */
  async search<I>(perform: Perform<I, unknown>, inputData: I): Promise<Item[]> {
    const found = await this.call(perform, { inputData })
    if (!Array.isArray(found)) throw new Error('A search must answer an array.')
    return found.map(object)
  }

  /** What an action made. */
  async create<I>(perform: Perform<I, unknown>, inputData: I): Promise<Item> {
    return object(await this.call(perform, { inputData }))
  }

  /** Switches a Zap on: what this answers is all that is kept for switching it off. */
  async subscribe<I>(perform: Perform<I, unknown>, inputData: I, targetUrl: string): Promise<Item> {
    return object(await this.call(perform, { inputData, targetUrl, meta: { zap: { id: '7' } } }))
  }

  /** Switches a Zap off, knowing nothing of what was entered. */
  async unsubscribe<I>(perform: Perform<Partial<I>, unknown>, subscribeData: Item): Promise<void> {
    object(await this.call(perform, { inputData: {}, subscribeData }))
  }

  /** What a Zap begins with when this was posted to its address. */
  async received(perform: Perform<Item, unknown>, cleanedRequest: object): Promise<Item> {
    const items = await this.call(perform, { inputData: {}, cleanedRequest })
    if (!Array.isArray(items) || items.length !== 1) throw new Error('A hook must answer an array.')
    return object(items[0])
  }

  /** The fields of a step for what was entered so far. */
  async fields<I>(sources: Fields<I>, inputData: I): Promise<Field[]> {
    const fields: Field[] = []
    for (const source of sources)
      fields.push(...(typeof source === 'function' ? await this.call(source, { inputData }) : [source]))
    const fault = fieldsFault(fields)
    if (fault !== undefined) throw new Error(fault)
    return fields
  }

  async call<I, R>(perform: Perform<I, R>, more: Omit<Bundle<I>, 'authData'>): Promise<R> {
    const bundle = { authData: this.authData, ...more }
    return perform(this.#z(bundle), bundle)
  }

  #z(bundle: Bundle<unknown>): Z {
    return {
      request: (asked) => this.#request(asked, bundle),
      errors: ERRORS,
      cursor: {
        get: async () => this.#cursor,
        set: async (cursor) => {
          this.#cursor = cursor
          return null
        },
      },
    }
  }

  async #request(given: AskedRequest, bundle: Bundle<unknown>): Promise<Answered> {
    const z = this.#z(bundle)
    const unknown = Object.keys(given).find((name) => !KNOWN.includes(name))
    if (unknown !== undefined) throw new Error(`z.request does not know "${unknown}".`)
    const asked = this.app.beforeRequest.reduce((request, before) => before(request, z, bundle), given)
    const { method = 'GET', headers = {}, params = {}, body, skipThrowForStatus } = asked
    const url = new URL(asked.url)
    // the platform takes it for a template of the app, which since version 17 stands in declared requests only
    const template = /\{\{(bundle|process)\.[^}]*\}\}/.exec(JSON.stringify([url, headers, params, body]))
    if (template) throw new ZapError('Error', `z.request() no longer supports ${template[0]}`)
    if (method === 'GET' && body !== undefined) throw new Error('A GET with a body.')
    if (url.origin !== new URL(this.#visitor.baseUrl).origin) throw new Error(`A request to ${url.origin}.`)
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const reply = await this.#visitor.request(method, `${url.pathname}${url.search}`, body, headers)
    const answered: Answered = {
      status: reply.status,
      data: reply.body,
      getHeader: (name) => reply.headers.get(name) ?? undefined,
      request: { ...(skipThrowForStatus !== undefined && { skipThrowForStatus }) },
    }
    if (answered.status === 429)
      throw new ZapError('ThrottledError', 'Too many requests.', Number(answered.getHeader('retry-after')))
    const after = this.app.afterResponse.reduce((answer, middleware) => middleware(answer, z), answered)
    if (after.status >= 400 && !skipThrowForStatus) throw new ZapError('ResponseError', String(after.status))
    return after
  }
}

/** What is wrong with fields: the rules of zapier-platform-schema for them. */
export function fieldsFault(fields: readonly Field[]): string | undefined {
  const keys = fields.map(({ key }) => key)
  const twice = keys.find((key, at) => typeof key !== 'string' || key === '' || keys.indexOf(key) !== at)
  if (twice !== undefined) return `A field without a key of its own: ${twice}`
  for (const { key, label, type, helpText, choices, children } of fields) {
    if (label !== undefined && label === '') return `${key}: an empty label`
    if (type !== undefined && !TYPES.includes(type)) return `${key}: the type ${type}`
    if (helpText !== undefined && (helpText === '' || helpText.length > 1_000)) return `${key}: its help`
    if (choices !== undefined && Object.keys(choices).length === 0) return `${key}: no choices`
    if (choices !== undefined && Object.values(choices).some((one) => typeof one !== 'string' || one === ''))
      return `${key}: a choice without a name`
    if (children !== undefined && (children.length === 0 || type !== undefined)) return `${key}: its children`
    const inside = children && fieldsFault(children)
    if (inside !== undefined) return inside
  }
  return undefined
}

function object(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('This is no object.')
  return { ...value }
}
