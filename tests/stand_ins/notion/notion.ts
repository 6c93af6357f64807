import { randomUUID } from 'node:crypto'
import { type Property, propertyFault } from '#tests/stand_ins/notion/property_rules'
import { OAuthGrants } from '#tests/stand_ins/oauth_grants'
import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

export const SOURCE = { id: '1b2c3d4e-0000-4000-8000-00000000da7a', label: 'Applicants' }

/** The properties of the data source. */
export const PROPERTY: Record<string, Property> = {
  name: { id: 'title', name: 'Name', type: 'title' },
  key: { id: 'k%5Ey', name: 'Submission', type: 'rich_text' },
  notes: { id: 'nOte', name: 'Notes', type: 'rich_text' },
  age: { id: 'aGe%3A', name: 'Age', type: 'number' },
  agree: { id: 'cHck', name: 'Agreed', type: 'checkbox' },
  stay: { id: 'dAte', name: 'Stay', type: 'date' },
  colour: { id: 'sEl1', name: 'Colour', type: 'select' },
  many: { id: 'mUlt', name: 'Many', type: 'multi_select' },
  stage: { id: 'sTat', name: 'Stage', type: 'status', options: ['New', 'Red'] },
  mail: { id: 'mAil', name: 'Email', type: 'email' },
  site: { id: 'uRl1', name: 'Site', type: 'url' },
  phone: { id: 'pHon', name: 'Phone', type: 'phone_number' },
  photo: { id: 'fIle', name: 'Photo', type: 'files' },
  sum: { id: 'fOrm', name: 'Sum', type: 'formula' },
  made: { id: 'cRea', name: 'Made', type: 'created_time' },
}

interface Page {
  id: string
  properties: Record<string, Record<string, unknown>>
  in_trash: boolean
}

/** Notion with one workspace and one data source, as strict as Notion and stricter. */
export class NotionStandIn {
  readonly server = new StandInServer()
  // of its own, so that nobody else is connected to it
  readonly #bot = randomUUID()
  readonly #workspace = randomUUID()
  readonly oauth = new OAuthGrants({
    clientId: '1f2d872b-594c-80d1-0000-client',
    clientSecret: 'notion-client-secret-canary',
    redirect: /^https?:\/\/[^/]+\/settings\/connections\/callback\/notion$/,
    scopesJoinedBy: ' ',
    pkce: false,
    rotates: true,
    basicJson: true,
    unscoped: true,
    tokenPrefix: 'ntn_',
  })
  properties = Object.values(PROPERTY)
  readonly pages: Page[] = []
  /** what the connection may do besides reading */
  capabilities = ['insert', 'update']
  /** false once nobody gives access to it any more */
  isShared = true
  /** over how many milliseconds three requests a second are counted; nobody counts without */
  window: number | undefined

  static async open(): Promise<NotionStandIn> {
    const notion = new NotionStandIn()
    await notion.server.open((arrived) => notion.#answer(arrived))
    return notion
  }

  /** What an operator sets so that this stands in for Notion. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret } = this.oauth.rules
    return { NOTION_URL: this.server.url, NOTION_CLIENT_ID: clientId, NOTION_CLIENT_SECRET: clientSecret }
  }

  /** The pages that are not in the trash, by the names of their properties. */
  rows(): Record<string, unknown>[] {
    const names = new Map(this.properties.map(({ id, name }) => [id, name]))
    return this.pages
      .filter(({ in_trash: trashed }) => !trashed)
      .map(({ properties }) =>
        Object.fromEntries(
          Object.entries(properties).map(([id, value]) => [names.get(id) ?? id, plainOf(value)]),
        ),
      )
  }

  #answer(arrived: Arrived): Said {
    const { path, method, query, headers, body } = arrived
    if (path === '/v1/oauth/authorize') {
      return query.get('owner') === 'user'
        ? this.oauth.consent(arrived)
        : { status: 400, body: 'Refused: owner' }
    }
    if (headers['notion-version'] !== '2026-03-11')
      return refusal(400, 'missing_version', 'Notion-Version header should be 2026-03-11.')
    if (path === '/v1/oauth/token') return this.#token(arrived)
    if (path === '/v1/oauth/revoke') return this.#revoke(arrived)
    if (!this.oauth.of(arrived)) return refusal(401, 'unauthorized', 'API token is invalid.')
    if (this.#isTooMuch(arrived)) {
      const said = refusal(
        429,
        'rate_limited',
        'You have been rate limited. Please try again in a few minutes.',
      )
      return { ...said, headers: { 'retry-after': '1' } }
    }
    if (body.length > 500_000) return refusal(413, 'validation_error', 'The body is larger than 500KB.')
    if (method !== 'GET' && !headers['content-type']?.startsWith('application/json'))
      return refusal(400, 'invalid_json', 'Error parsing JSON body.')
    const asked: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    return this.#call(`${method} ${path}`, asked)
  }

  #call(call: string, asked: Record<string, unknown>): Said {
    const source = `/v1/data_sources/${SOURCE.id}`
    if (call === 'GET /v1/users/me') return this.#me()
    if (call === 'POST /v1/search') return this.#search(asked)
    if (!this.isShared) return missing(SOURCE.id)
    if (call === `GET ${source}`) return said(this.#source())
    if (call === `PATCH ${source}`) return this.#addProperty(asked)
    if (call === `POST ${source}/query`) return this.#query(asked)
    if (call === 'POST /v1/pages') return this.#create(asked)
    const [, id] = /^PATCH \/v1\/pages\/([\w-]+)$/.exec(call) ?? []
    return id === undefined ? missing(call) : this.#change(id, asked)
  }

  #token(arrived: Arrived): Said {
    const result = this.oauth.token(arrived)
    if ('error' in result) return { status: 400, body: { error: result.error } }
    const { token, refreshToken } = result.grant
    return said({
      ...{ access_token: token, token_type: 'bearer', refresh_token: refreshToken },
      ...{
        bot_id: this.#bot,
        workspace_id: this.#workspace,
        workspace_name: 'Lighthouse',
        workspace_icon: null,
      },
      ...{ owner: { type: 'user', user: { object: 'user', id: 'u1' } }, duplicated_template_id: null },
    })
  }

  #revoke(arrived: Arrived): Said {
    if (!this.oauth.isClient(arrived, new URLSearchParams()))
      return { status: 401, body: { error: 'invalid_client' } }
    const grant = this.oauth.byToken(String(JSON.parse(arrived.body).token))
    if (grant) grant.revoked = true
    return said({})
  }

  #isTooMuch({ at }: Arrived): boolean {
    const { window } = this
    if (window === undefined) return false
    const lately = this.server.requests.filter((one) => one.at > at - window && one.path !== '/v1/users/me')
    return lately.length >= (3 * window) / 1000
  }

  #me(): Said {
    const bot = { owner: { type: 'user' }, workspace_name: 'Lighthouse' }
    return said({ object: 'user', id: this.#bot, type: 'bot', name: 'Formwright', bot })
  }

  #search({
    query = '',
    filter,
    page_size: size,
    start_cursor: _,
    ...others
  }: Record<string, unknown>): Said {
    const { property, value }: Record<string, unknown> = Object(filter)
    if (property !== 'object' || value !== 'data_source' || Number(size) > 100 || isAny(others))
      return invalid('body failed validation: body.filter')
    const found = this.isShared && SOURCE.label.toLowerCase().includes(String(query).toLowerCase())
    return said({
      object: 'list',
      results: found ? [this.#source()] : [],
      next_cursor: null,
      has_more: false,
    })
  }

  #source() {
    const properties = this.properties.map(({ id, name, type }) => [name, { id, name, type, [type]: {} }])
    return {
      ...{ object: 'data_source', id: SOURCE.id, title: [{ type: 'text', plain_text: SOURCE.label }] },
      ...{ properties: Object.fromEntries(properties), in_trash: false },
    }
  }

  #addProperty({ properties, ...others }: Record<string, unknown>): Said {
    const [[name = '', given] = [], ...more] = Object.entries(Object(properties))
    const { type, ...config }: Record<string, unknown> = Object(given)
    if (type !== 'rich_text' || !('rich_text' in config) || more.length > 0 || isAny(others))
      return invalid('body failed validation: body.properties')
    const before = this.properties.find((one) => one.name === name || one.id === name)
    // what stood in it would be lost
    if (before) Object.assign(before, { type })
    else this.properties.push({ id: randomUUID().slice(0, 4), name, type })
    return said(this.#source())
  }

  #query({ filter, page_size: size, ...others }: Record<string, unknown>): Said {
    const { property, rich_text: condition }: Record<string, unknown> = Object(filter)
    const { equals }: Record<string, unknown> = Object(condition)
    const found = this.#property(String(property))
    if (found?.type !== 'rich_text') return invalid(`Could not find property with name or id: ${property}`)
    if (typeof equals !== 'string' || Number(size) > 100 || isAny(others))
      return invalid('body failed validation: body.filter')
    const results = this.pages.filter(
      ({ in_trash: trashed, properties }) => !trashed && plainOf(properties[found.id]) === equals,
    )
    return said({ object: 'list', results: results.map(pageSaid), next_cursor: null, has_more: false })
  }

  #create({ parent, properties, ...others }: Record<string, unknown>): Said {
    if (!this.capabilities.includes('insert')) return restricted()
    const { type, data_source_id: source, ...more }: Record<string, unknown> = Object(parent)
    if (type !== 'data_source_id' || isAny({ ...others, ...more }))
      return invalid('body failed validation: body.parent')
    if (source !== SOURCE.id) return missing(String(source))
    const read = this.#read(properties)
    if ('fault' in read) return invalid(read.fault)
    const page = { id: randomUUID(), properties: read.values, in_trash: false }
    this.pages.push(page)
    return said(pageSaid(page))
  }

  #change(id: string, { properties, in_trash: trashed, ...others }: Record<string, unknown>): Said {
    if (!this.capabilities.includes('update')) return restricted()
    const page = this.pages.find((one) => one.id === id)
    if (!page) return missing(id)
    if (isAny(others) || (properties === undefined) === (trashed === undefined))
      return invalid('body failed validation: body')
    if (typeof trashed === 'boolean') {
      page.in_trash = trashed
      return said(pageSaid(page))
    }
    if (page.in_trash)
      return invalid("Can't edit block that is archived. You must unarchive the block before editing.")
    const read = this.#read(properties)
    if ('fault' in read) return invalid(read.fault)
    Object.assign(page.properties, read.values)
    return said(pageSaid(page))
  }

  #read(properties: unknown): { values: Page['properties'] } | { fault: string } {
    const values: Page['properties'] = {}
    for (const [name, value] of Object.entries(Object(properties))) {
      const property = this.#property(name)
      if (!property) return { fault: `${name} is not a property that exists.` }
      const fault = propertyFault(property, value)
      if (fault !== undefined) return { fault: `body failed validation: ${fault}` }
      values[property.id] = Object(value)
    }
    return { values }
  }

  #property(name: string): Property | undefined {
    return this.properties.find((one) => one.id === name || one.name === name)
  }
}

/** What a person reads of a value. */
function plainOf(value: Record<string, unknown> | undefined): unknown {
  const [inner] = Object.values(value ?? {})
  if (!Array.isArray(inner)) return Object(inner).name ?? inner
  if (inner.some((item) => 'text' in Object(item)))
    return inner.map((item) => Object(item).text.content).join('')
  return inner.map((item) => Object(item).name)
}

function pageSaid({ id, properties, in_trash }: Page) {
  return { object: 'page', id, in_trash, properties, url: `https://www.notion.so/${id.replaceAll('-', '')}` }
}

function isAny(others: object): boolean {
  return Object.keys(others).length > 0
}

function said(body: object): Said {
  return { status: 200, body }
}

function invalid(message: string): Said {
  return refusal(400, 'validation_error', message)
}

function missing(id: string): Said {
  return refusal(404, 'object_not_found', `Could not find object with ID: ${id}.`)
}

function restricted(): Said {
  return refusal(403, 'restricted_resource', 'Insufficient permissions for this endpoint.')
}

function refusal(status: number, code: string, message: string): Said {
  return { status, body: { object: 'error', status, code, message } }
}
