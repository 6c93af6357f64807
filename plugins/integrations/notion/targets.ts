import type { Choice, ChoiceProblem, Choices, ConnectionPower } from '@formwright/kit/integration'
import { objectIn } from '@formwright/kit/service'
import { call, NotionAnswerError, sourcePath } from './api.ts'
import type { NotionSettings } from './integration.ts'
import { WRITABLE } from './properties.ts'

const MOST = 200
/** Each comes with all of its properties. */
const PAGE = 25

interface Property {
  id: string
  name: string
  type: string
}

const PROPERTY_LOST = 'Notion did not say which property it made.'

/** The data sources that have these words in their title. */
export async function sourceChoices(
  search: string,
  cursor: string | undefined,
  connection: ConnectionPower,
): Promise<Choices> {
  const answer = await call(connection, 'POST', '/search', {
    ...(search.trim() !== '' && { query: search.trim() }),
    filter: { property: 'object', value: 'data_source' },
    page_size: PAGE,
    ...(cursor !== undefined && { start_cursor: cursor }),
  })
  const { results, next_cursor: next } = objectIn(answer.body)
  if (!Array.isArray(results)) throw new NotionAnswerError(answer)
  return {
    choices: results.flatMap((source: unknown): Choice[] => {
      const { id, title, in_trash: trashed }: Record<string, unknown> = Object(source)
      return typeof id === 'string' && trashed !== true ? [{ id, label: titleOf(title) }] : []
    }),
    ...(typeof next === 'string' && { cursor: next }),
  }
}

/** The properties of a data source that can keep an id, or those that can be written to. */
export async function propertyChoices(
  name: string,
  { source, key }: NotionSettings,
  search: string,
  connection: ConnectionPower,
): Promise<Choices | ChoiceProblem> {
  if (source.id === '') return { problem: 'Choose a data source first.' }
  const found = (await propertiesOf(source.id, connection)).filter((one) => has(one.name, search))
  const choices = found.flatMap(({ id, name: called, type }): Choice[] => {
    const choice = { id, label: called.slice(0, 500) }
    if (name === 'key') return type === 'rich_text' ? [choice] : []
    const hint = WRITABLE.get(type)
    return hint === undefined || id === key.id ? [] : [{ ...choice, hint, type }]
  })
  return { choices: choices.slice(0, MOST), creates: name === 'key' }
}

/** Makes a text property. Where one is called so already, that one stays as it is. */
export async function addProperty(
  { source }: NotionSettings,
  label: string,
  connection: ConnectionPower,
): Promise<Choice | ChoiceProblem> {
  if (source.id === '') return { problem: 'Choose a data source first.' }
  const there = (await propertiesOf(source.id, connection)).find(({ name }) => name === label)
  // the same call would change its type, and what stands in it
  if (there) return { problem: `There is a property “${label}” already. Give the new one another name.` }
  const answer = await call(connection, 'PATCH', sourcePath(source.id), {
    properties: { [label]: { type: 'rich_text', rich_text: {} } },
  })
  const made = propertiesIn(answer.body)?.find(({ name }) => name === label)
  return made ? { id: made.id, label } : { problem: PROPERTY_LOST }
}

/** What Notion answers, or in a sentence why it does not. */
export async function answered<T>(ask: () => Promise<T>): Promise<T | ChoiceProblem> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NotionAnswerError)) throw error
    return { problem: problemOf(error.answer.status) }
  }
}

function problemOf(status: number): string {
  if (status === 403) return 'The connection may not do this. Give it the right to read and update content.'
  if (status === 404)
    return 'Notion does not show this data source to the connection any more. Choose another one.'
  if (status === 429) return 'Notion was asked too often. Try again in a moment.'
  return `Notion answered ${status}, with nothing to choose from. Try again.`
}

async function propertiesOf(source: string, connection: ConnectionPower): Promise<Property[]> {
  const answer = await call(connection, 'GET', sourcePath(source))
  const found = propertiesIn(answer.body)
  if (!found) throw new NotionAnswerError(answer)
  return found
}

function propertiesIn(body: string): Property[] | undefined {
  const { properties } = objectIn(body)
  if (typeof properties !== 'object' || properties === null) return undefined
  return Object.values(properties).flatMap((property: unknown): Property[] => {
    const { id, name, type }: Record<string, unknown> = Object(property)
    const isWhole = typeof id === 'string' && id !== '' && typeof name === 'string'
    return isWhole && typeof type === 'string' ? [{ id, name, type }] : []
  })
}

function titleOf(title: unknown): string {
  const texts = (Array.isArray(title) ? title : []).map((item: unknown) => {
    const { plain_text: text }: Record<string, unknown> = Object(item)
    return typeof text === 'string' ? text : ''
  })
  return texts.join('').slice(0, 500) || 'Untitled'
}

function has(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase())
}
