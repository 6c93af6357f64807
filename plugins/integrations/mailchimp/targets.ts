import type { Choice, ChoiceProblem, Choices, ConnectionPower } from '@formwright/kit/integration'
import { objectIn } from '@formwright/kit/service'
import { audiencePath, call } from './api.ts'
import { WRITABLE } from './fields.ts'
import type { MailchimpSettings } from './integration.ts'

const MOST = 200
const PAGE = 100
/** Of so many pages audiences are looked for at a time. */
const MOST_PAGES = 4

/** The audiences whose name has this in it; Mailchimp itself does not search. */
export async function audienceChoices(
  search: string,
  cursor: string | undefined,
  connection: ConnectionPower,
): Promise<Choices | ChoiceProblem> {
  let offset = Number(cursor ?? 0)
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = `fields=lists.id,lists.name,total_items&count=${PAGE}&offset=${offset}`
    const { status, body } = await call(connection, 'GET', `/lists?${query}`)
    const { lists, total_items: total } = objectIn(body)
    if (status !== 200 || !Array.isArray(lists)) return unsaid(status)
    const choices = lists.flatMap((list: unknown): Choice[] => {
      const { id, name }: Record<string, unknown> = Object(list)
      if (typeof id !== 'string' || typeof name !== 'string' || !has(name, search)) return []
      return [{ id, label: name.slice(0, 500) }]
    })
    offset += PAGE
    const isLast = lists.length === 0 || typeof total !== 'number' || offset >= total
    if (isLast) return { choices }
    if (choices.length > 0) return { choices, cursor: String(offset) }
  }
  return { choices: [], cursor: String(offset) }
}

/** The fields of an audience that one answer can fill. */
export async function fieldChoices(
  { audience }: MailchimpSettings,
  search: string,
  connection: ConnectionPower,
): Promise<Choices | ChoiceProblem> {
  if (audience.id === '') return { problem: 'Choose an audience first.' }
  const members = ['tag', 'name', 'type', 'required', 'options'].map((name) => `merge_fields.${name}`)
  const query = `fields=${members.join(',')}&count=${MOST}`
  const { status, body } = await call(connection, 'GET', `${audiencePath(audience.id)}/merge-fields?${query}`)
  const { merge_fields: fields } = objectIn(body)
  if (status !== 200 || !Array.isArray(fields)) return unsaid(status)
  const choices = fields.flatMap((field: unknown): Choice[] => {
    const { tag, name, required, ...rest }: Record<string, unknown> = Object(field)
    const type = typeOf(rest)
    const known = WRITABLE.get(type)
    if (typeof tag !== 'string' || typeof name !== 'string' || known === undefined || !has(name, search))
      return []
    const hint = required === true ? `${known}, required` : known
    return [{ id: tag, label: name.slice(0, 500), hint, type }]
  })
  return { choices: choices.slice(0, MOST) }
}

/** A phone number of the US has a format of its own. */
function typeOf({ type, options }: Record<string, unknown>): string {
  const { phone_format: format }: Record<string, unknown> = Object(options)
  return type === 'phone' && format === 'US' ? 'phone-us' : String(type)
}

function has(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase())
}

function unsaid(status: number): ChoiceProblem {
  if (status === 403)
    return { problem: 'The key may not see this. Take one of a person who manages the audience.' }
  if (status === 404)
    return { problem: 'Mailchimp does not know this audience any more. Choose another one.' }
  if (status === 429) return { problem: 'Mailchimp was asked too often. Try again in a moment.' }
  return { problem: `Mailchimp answered ${status}, with nothing to choose from. Try again.` }
}
