import type { Choice, ChoiceProblem, Choices, ConnectionPower } from '@formwright/kit/integration'
import { objectIn } from '@formwright/kit/service'
import { call } from './api.ts'
import { WRITABLE } from './cells.ts'
import type { AirtableSettings } from './integration.ts'

const MOST = 200
/** Of so many pages bases are looked for at a time. */
const MOST_PAGES = 4

interface Table {
  id: string
  name: string
  fields: { id: string; name: string; type: string }[]
}

/** The bases whose name has this in it, and in which records can be made. */
export async function baseChoices(
  search: string,
  cursor: string | undefined,
  connection: ConnectionPower,
): Promise<Choices | ChoiceProblem> {
  const choices: Choice[] = []
  let offset = cursor
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = offset === undefined ? '' : `?offset=${encodeURIComponent(offset)}`
    const { status, body } = await call(connection, 'GET', `/meta/bases${query}`)
    const said = objectIn(body)
    if (status !== 200 || !Array.isArray(said.bases)) return unsaid(status)
    choices.push(
      ...said.bases.flatMap((one: unknown): Choice[] => {
        const { id, name, permissionLevel }: Record<string, unknown> = Object(one)
        if (typeof id !== 'string' || typeof name !== 'string') return []
        const writes = /^(create|edit)$/.test(String(permissionLevel))
        return writes && has(name, search) ? [{ id, label: name.slice(0, 500) }] : []
      }),
    )
    offset = typeof said.offset === 'string' ? said.offset : undefined
    if (offset === undefined || choices.length > 0) break
  }
  return { choices: choices.slice(0, MOST), ...(offset !== undefined && { cursor: offset }) }
}

/** The tables of a base, the fields that can keep an id, or those that can be written to. */
export async function tableChoices(
  name: string,
  { base, table, key }: AirtableSettings,
  search: string,
  connection: ConnectionPower,
): Promise<Choices | ChoiceProblem> {
  if (base.id === '') return { problem: 'Choose a base first.' }
  if (name !== 'table' && table.id === '') return { problem: 'Choose a table first.' }
  const { status, body } = await call(connection, 'GET', `/meta/bases/${encodeURIComponent(base.id)}/tables`)
  const tables = tablesIn(objectIn(body).tables)
  if (status !== 200 || !tables) return unsaid(status)
  const found = name === 'table' ? tables : tables.find(({ id }) => id === table.id)?.fields
  if (!found) return { problem: 'The table was deleted in Airtable. Choose another one.' }
  const offered = found.flatMap((one): Choice[] => {
    if (!has(one.name, search)) return []
    const choice = { id: one.id, label: one.name.slice(0, 500) }
    if (!('type' in one)) return [choice]
    if (name === 'key') return one.type === 'singleLineText' ? [choice] : []
    const hint = WRITABLE.get(one.type)
    return hint === undefined || one.id === key.id ? [] : [{ ...choice, hint, type: one.type }]
  })
  return { choices: offered.slice(0, MOST) }
}

function tablesIn(value: unknown): Table[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((one: unknown) => {
    const { fields, ...named } = Object(one)
    if (!isNamed(named) || !Array.isArray(fields)) return []
    const typed = fields.flatMap((field: unknown) => {
      const { type }: Record<string, unknown> = Object(field)
      return isNamed(field) && typeof type === 'string' ? [{ id: field.id, name: field.name, type }] : []
    })
    return [{ id: named.id, name: named.name, fields: typed }]
  })
}

function isNamed(value: unknown): value is { id: string; name: string } {
  const { id, name }: Record<string, unknown> = Object(value)
  return typeof id === 'string' && id !== '' && typeof name === 'string'
}

function has(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase())
}

function unsaid(status: number): ChoiceProblem {
  if (status === 403)
    return {
      problem: 'The token may not see this. Give it the scope schema.bases:read and access to the base.',
    }
  if (status === 404) return { problem: 'Airtable does not know this base any more. Choose another one.' }
  if (status === 429) return { problem: 'Airtable was asked too often. Try again in half a minute.' }
  return { problem: `Airtable answered ${status}, with nothing to choose from. Try again.` }
}
