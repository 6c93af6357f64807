import { type Arrived, type Said, StandInServer } from '#tests/stand_ins/stand_in_server'

export const TOKEN = `patAbCdEfGhIjKlMn.${'0123456789abcdef'.repeat(4)}`

export const BASE = { id: 'appLIGHTHOUSE0001', label: 'Lighthouse' }
export const TABLE = { id: 'tblANSWERS0000001', label: 'Answers' }

interface Field {
  id: string
  name: string
  type: string
  options?: { choices: { name: string }[] }
}

/** A field of the table. */
export const FIELD: Record<string, Field> = {
  key: { id: 'fldKEY', name: 'Submission {id}', type: 'singleLineText' },
  name: { id: 'fldNAME', name: 'Name', type: 'singleLineText' },
  age: { id: 'fldAGE', name: 'Age', type: 'number' },
  agree: { id: 'fldAGREE', name: 'Agreed', type: 'checkbox' },
  day: { id: 'fldDAY', name: 'Day', type: 'date' },
  colour: {
    id: 'fldCOLOUR',
    name: 'Colour',
    type: 'singleSelect',
    options: { choices: [{ name: 'Red' }, { name: 'Blue' }] },
  },
  many: {
    id: 'fldMANY',
    name: 'Many',
    type: 'multipleSelects',
    options: { choices: [{ name: 'Red' }, { name: 'Blue' }] },
  },
  photo: { id: 'fldPHOTO', name: 'Photo', type: 'multipleAttachments' },
  sum: { id: 'fldSUM', name: 'Sum', type: 'formula' },
}

/** How long whoever was told 429 has to wait. */
const PENALTY_MS = 30_000

type Cells = Record<string, unknown>

/** Airtable with one base and one table, as strict as Airtable and stricter. */
export class AirtableStandIn {
  readonly server = new StandInServer()
  /** none once it was revoked */
  token: string | undefined = TOKEN
  scopes = ['data.records:read', 'data.records:write', 'schema.bases:read']
  fields = Object.values(FIELD)
  readonly records = new Map<string, Cells>()
  #made = 0
  #barredUntil = 0

  static async open(): Promise<AirtableStandIn> {
    const airtable = new AirtableStandIn()
    await airtable.server.open((arrived) => airtable.#answer(arrived))
    return airtable
  }

  /** The records by the names of their fields. */
  rows(): Cells[] {
    const names = new Map(this.fields.map(({ id, name }) => [id, name]))
    return [...this.records.values()].map((cells) =>
      Object.fromEntries(Object.entries(cells).map(([id, cell]) => [names.get(id) ?? id, cell])),
    )
  }

  /** The next calls are too many. */
  bar(at: number): void {
    this.#barredUntil = at + PENALTY_MS
  }

  #answer(arrived: Arrived): Said {
    const { path, method, headers, at } = arrived
    if (at < this.#barredUntil) {
      // every call within the time begins it anew
      this.bar(at)
      return refusal(429, 'RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later')
    }
    if (this.token === undefined || headers.authorization !== `Bearer ${this.token}`)
      return refusal(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')
    if (path === '/v0/meta/whoami') return { status: 200, body: { id: 'usrADA', scopes: this.scopes } }
    const records = `/v0/${BASE.id}/${TABLE.id}`
    const asked = path.startsWith('/v0/meta/') ? 'schema.bases' : 'data.records'
    const scope = `${asked}:${method === 'GET' ? 'read' : 'write'}`
    if (!this.scopes.includes(scope))
      return refusal(403, 'INVALID_PERMISSIONS', 'You are not permitted to perform this operation')
    if (method === 'GET' && path === '/v0/meta/bases') return this.#bases()
    if (method === 'GET' && path === `/v0/meta/bases/${BASE.id}/tables`)
      return { status: 200, body: { tables: [{ ...named(TABLE), fields: this.fields }] } }
    if (path === records && method === 'PATCH') return this.#upsert(arrived)
    if (path === records && method === 'GET') return this.#find(arrived)
    if (method === 'DELETE' && path.startsWith(`${records}/`)) return this.#delete(path.split('/')[4] ?? '')
    return refusal(
      403,
      'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
      'Invalid permissions, or the requested model was not found.',
    )
  }

  #bases(): Said {
    const readOnly = { id: 'appREADONLY000001', name: 'Lighthouse archive', permissionLevel: 'read' }
    return { status: 200, body: { bases: [{ ...named(BASE), permissionLevel: 'create' }, readOnly] } }
  }

  #upsert({ headers, body }: Arrived): Said {
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      return unprocessable('INVALID_REQUEST_BODY')
    const { performUpsert, typecast, records, ...others } = JSON.parse(body)
    const { fieldsToMergeOn: keys } = Object(performUpsert)
    const isWhole = Array.isArray(keys) && keys.length === 1 && Array.isArray(records)
    if (!isWhole || typeof typecast !== 'boolean' || Object.keys(others).length > 0)
      return unprocessable('INVALID_REQUEST_UNKNOWN')
    if (records.length < 1 || records.length > 10)
      return unprocessable('INVALID_RECORDS', 'Up to 10 records can be written at once')
    const [key] = keys
    const given: Cells[] = records.map((record: { fields: Cells }) => record.fields)
    for (const cells of given) {
      const fault = this.#fault(cells, typecast)
      if (fault) return fault
      if (typeof cells[key] !== 'string' || cells[key] === '')
        return unprocessable('INVALID_VALUE_FOR_COLUMN', 'The field to merge on is empty')
    }
    if (new Set(given.map((cells) => cells[key])).size < given.length)
      return unprocessable('INVALID_RECORDS', 'Two records have one value to merge on')
    const written = given.map((cells) => {
      const matching = [...this.records].filter(([, record]) => record[key] === cells[key])
      const [[id] = [`rec${++this.#made}`]] = matching
      this.records.set(id, { ...this.records.get(id), ...cells })
      return { id, createdTime: '2026-05-04T12:00:00.000Z', fields: cells, isNew: matching.length === 0 }
    })
    const idsOf = (isNew: boolean) => written.flatMap((one) => (one.isNew === isNew ? [one.id] : []))
    const said = written.map(({ id, createdTime, fields }) => ({ id, createdTime, fields }))
    return { status: 200, body: { records: said, createdRecords: idsOf(true), updatedRecords: idsOf(false) } }
  }

  #fault(cells: Cells, typecast: boolean): Said | undefined {
    for (const [id, cell] of Object.entries(cells)) {
      const field = this.fields.find((one) => one.id === id)
      if (!field) return unprocessable('UNKNOWN_FIELD_NAME', `Unknown field name: "${id}"`)
      const fault = cell === null ? undefined : cellFault(field, cell, typecast)
      if (fault) return fault
    }
    return undefined
  }

  #find({ query }: Arrived): Said {
    const [, name, value] =
      /^\{((?:\\.|[^\\{}])+)\}='([^']*)'$/.exec(query.get('filterByFormula') ?? '') ?? []
    const field = this.fields.find((one) => one.name === name?.replace(/\\(.)/g, '$1'))
    if (!field) return unprocessable('INVALID_FILTER_BY_FORMULA', 'The formula is invalid')
    const found = [...this.records].filter(([, cells]) => cells[field.id] === value)
    return { status: 200, body: { records: found.map(([id, fields]) => ({ id, fields })) } }
  }

  #delete(id: string): Said {
    // this one is said as a text
    if (!this.records.delete(id)) return { status: 404, body: { error: 'NOT_FOUND' } }
    return { status: 200, body: { id, deleted: true } }
  }
}

function cellFault({ name, type, options }: Field, cell: unknown, typecast: boolean): Said | undefined {
  const wrong = () =>
    unprocessable('INVALID_VALUE_FOR_COLUMN', `Field "${name}" cannot accept the provided value`)
  const isText = typeof cell === 'string'
  const known = (option: unknown) => typecast || options?.choices.some((one) => one.name === option) === true
  const unknown = (option: unknown) =>
    unprocessable(
      'INVALID_MULTIPLE_CHOICE_OPTIONS',
      `Insufficient permissions to create new select option "${option}"`,
    )
  switch (type) {
    case 'number':
      return typeof cell === 'number' ? undefined : wrong()
    case 'checkbox':
      return typeof cell === 'boolean' ? undefined : wrong()
    case 'date':
      return isText && /^\d{4}-\d\d-\d\d$/.test(cell) ? undefined : wrong()
    case 'singleSelect':
      if (!isText) return wrong()
      return known(cell) ? undefined : unknown(cell)
    case 'multipleSelects': {
      if (!Array.isArray(cell)) return wrong()
      const first = cell.find((one) => !known(one))
      return first === undefined ? undefined : unknown(first)
    }
    case 'multipleAttachments':
      if (typecast) return wrong()
      return Array.isArray(cell) && cell.every((one) => URL.canParse(Object(one).url)) ? undefined : wrong()
    case 'singleLineText':
      return isText && cell.length <= 100_000 ? undefined : wrong()
    default:
      return unprocessable('INVALID_VALUE_FOR_COLUMN', `Field "${name}" is computed`)
  }
}

function named({ id, label }: { id: string; label: string }) {
  return { id, name: label }
}

function unprocessable(type: string, message = 'Invalid request'): Said {
  return refusal(422, type, message)
}

function refusal(status: number, type: string, message: string): Said {
  return { status, body: { error: { type, message } } }
}
