import { createHash } from 'node:crypto'
import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

export const KEY = `${'0123456789abcdef'.repeat(2)}-us21`

export const AUDIENCE = { id: 'a1b2c3d4e5', label: 'Newsletter' }

/** Of one key at a time. */
const MOST_CONNECTIONS = 10

interface Field {
  tag: string
  name: string
  type: string
  required?: boolean
  options?: { choices?: string[]; phone_format?: string }
}

export const FIELDS: Field[] = [
  { tag: 'FNAME', name: 'First name', type: 'text' },
  { tag: 'AGE', name: 'Age', type: 'number' },
  { tag: 'BIRTHDAY', name: 'Birthday', type: 'birthday' },
  { tag: 'SINCE', name: 'Since', type: 'date' },
  { tag: 'COLOUR', name: 'Colour', type: 'radio', options: { choices: ['Red', 'Blue'] } },
  { tag: 'SITE', name: 'Site', type: 'url' },
  { tag: 'PHONE', name: 'Phone', type: 'phone', options: { phone_format: 'US' } },
  { tag: 'ADDRESS', name: 'Address', type: 'address' },
]

interface Contact {
  email: string
  status: string
  fields: Record<string, unknown>
  tags: Set<string>
}

/** Mailchimp with one account and one audience, as strict as Mailchimp and stricter. */
export class MailchimpStandIn {
  readonly server = new StandInServer()
  /** none once it was revoked */
  key: string | undefined = KEY
  fields = structuredClone(FIELDS)
  /** the contacts by their hash */
  readonly contacts = new Map<string, Contact>()
  /** whether the key's owner may change contacts */
  mayChange = true
  /** whether those who have left, or whose mail came back, cannot even be changed */
  bars = false
  isThere = true
  /** hashes of those of whom it was said that they are barred: only then they may be asked again */
  readonly #barred = new Set<string>()

  static async open(): Promise<MailchimpStandIn> {
    const mailchimp = new MailchimpStandIn()
    await mailchimp.server.open((arrived) => mailchimp.#answer(arrived))
    return mailchimp
  }

  /** The contacts as a person sees them. */
  rows() {
    return [...this.contacts.values()].map(({ email, status, fields, tags }) => {
      return { email, status, ...fields, tags: [...tags] }
    })
  }

  #answer(arrived: Arrived): Said {
    const { path, method, headers, query, body } = arrived
    const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
    const [name, key] = Buffer.from(basic, 'base64').toString().split(':')
    if (!name || this.key === undefined || key !== this.key)
      return problem(
        401,
        'API Key Invalid',
        "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
      )
    if (this.server.underWay > MOST_CONNECTIONS)
      return problem(429, 'Too Many Requests', 'You have exceeded the limit of 10 simultaneous connections.')
    if (path === '/3.0/') return said({ account_id: '8d3a3db4d97663a9074efcc16', account_name: 'Lighthouse' })
    if (path === '/3.0/lists' && method === 'GET') return this.#lists(query)
    const audience = `/3.0/lists/${AUDIENCE.id}`
    if (!this.isThere || !path.startsWith(`${audience}/`))
      return problem(404, 'Resource Not Found', 'The requested resource could not be found.')
    if (path === `${audience}/merge-fields` && method === 'GET') return said({ merge_fields: this.fields })
    if (!this.mayChange)
      return problem(403, 'Forbidden', 'You do not have permission to access the requested resource.')
    if (!headers['content-type']?.startsWith('application/json'))
      return problem(400, 'JSON Parse Error', 'We encountered an unspecified JSON parsing error.')
    const [, hash = '', tags] = /\/members\/([a-f0-9]{32})(\/tags)?$/.exec(path) ?? []
    if (method === 'PUT' && tags === undefined) return this.#put(hash, JSON.parse(body))
    if (method === 'POST' && tags !== undefined) return this.#tag(hash, JSON.parse(body))
    return problem(405, 'Method Not Allowed', 'The requested method is not supported.')
  }

  #lists(query: URLSearchParams): Said {
    if (Number(query.get('count')) > 1_000) return problem(400, 'Invalid Resource', 'count')
    const lists = Number(query.get('offset')) > 0 ? [] : [{ id: AUDIENCE.id, name: AUDIENCE.label }]
    return said({ lists, total_items: 1 })
  }

  #put(hash: string, asked: Record<string, unknown>): Said {
    const { email_address: email, status_if_new: status, merge_fields: given = {}, ...more } = asked
    const { status: again, ...others } = more
    if (Object.keys(others).length > 0) return problem(400, 'Invalid Resource', Object.keys(others).join())
    if (typeof email !== 'string' || email !== email.trim() || hashOf(email) !== hash)
      return problem(400, 'Invalid Resource', 'The resource submitted could not be validated.')
    if (status !== 'subscribed' && status !== 'pending')
      return problem(400, 'Invalid Resource', 'status_if_new')
    if (/@example\.(com|org)$/.test(email))
      return problem(
        400,
        'Invalid Resource',
        `${email} looks fake or invalid, please enter a real email address.`,
      )
    const known = this.contacts.get(hash)
    const isBarred = this.bars && ['unsubscribed', 'cleaned'].includes(known?.status ?? '')
    if (again !== undefined && (again !== 'pending' || !this.#barred.has(hash)))
      return problem(400, 'Invalid Resource', 'status')
    // mail to those whose mail came back is not sent, whatever is asked for
    if (isBarred && (again === undefined || known?.status === 'cleaned')) {
      this.#barred.add(hash)
      return problem(
        400,
        'Member In Compliance State',
        `${email} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
      )
    }
    const values = Object.entries(Object(given)).filter(([tag]) => this.#field(tag))
    const all = { ...known?.fields, ...Object.fromEntries(values) }
    const errors = [
      ...values.flatMap(([tag, value]) => faultOf(this.#field(tag), value)),
      ...this.fields
        .filter(({ tag, required }) => required && !all[tag])
        .map(({ tag }) => ({ field: tag, message: 'Please enter a value' })),
    ]
    if (errors.length > 0) return problem(400, 'Invalid Resource', 'Your merge fields were invalid.', errors)
    const contact = {
      email,
      status: again === undefined ? (known?.status ?? status) : 'pending',
      fields: all,
      tags: known?.tags ?? new Set<string>(),
    }
    this.contacts.set(hash, contact)
    const shown = Object.fromEntries(this.fields.map(({ tag }) => [tag, all[tag] ?? '']))
    return said({ id: hash, email_address: email, status: contact.status, merge_fields: shown })
  }

  #tag(hash: string, { tags, ...others }: Record<string, unknown>): Said {
    const contact = this.contacts.get(hash)
    if (!contact) return problem(404, 'Resource Not Found', 'The requested resource could not be found.')
    if (!Array.isArray(tags) || Object.keys(others).length > 0)
      return problem(400, 'Invalid Resource', 'tags')
    for (const { name, status } of tags) {
      if (typeof name !== 'string' || name === '' || status !== 'active')
        return problem(400, 'Invalid Resource', 'tags')
      contact.tags.add(name)
    }
    return { status: 204 }
  }

  #field(tag: string): Field | undefined {
    return this.fields.find((one) => one.tag === tag)
  }
}

/** What is wrong with the value of a field. */
export function faultOf(field: Field | undefined, value: unknown): { field: string; message: string }[] {
  if (!field) return []
  const { tag, type, options } = field
  const fault = (message: string) => [{ field: tag, message }]
  if (value === '') return []
  if (type === 'number')
    return typeof value === 'number' && Number.isFinite(value) ? [] : fault('Please enter a number')
  if (type === 'address') return fault('Please enter a complete address')
  if (typeof value !== 'string') return fault('Data did not match any of the schemas described in anyOf.')
  if (Buffer.byteLength(value) > 255 && type !== 'url') return fault('The value is too long')
  const allowed: Record<string, RegExp> = {
    date: /^\d{4}-\d\d-\d\d$/,
    birthday: /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])$/,
    url: /^https?:\/\/\S+$/i,
    ...(options?.phone_format === 'US' && { phone: /^\d{3}-\d{3}-\d{4}$/ }),
  }
  if (allowed[type]?.test(value) === false) return fault(`Please enter a valid ${type}`)
  if (options?.choices && !options.choices.includes(value))
    return fault(`Value must be one of: ${options.choices.join(', ')}`)
  return []
}

function hashOf(email: string): string {
  return createHash('md5').update(email.toLowerCase()).digest('hex')
}

function said(body: object): Said {
  return { status: 200, body }
}

function problem(status: number, title: string, detail: string, errors?: object[]): Said {
  const type = 'https://mailchimp.com/developer/marketing/docs/errors/'
  const body = { type, title, status, detail, instance: 'i1', ...(errors && { errors }) }
  return { status, headers: { 'content-type': 'application/problem+json' }, body }
}
