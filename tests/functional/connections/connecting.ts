import type { Connected, Connection, ConnectionFlow, Connections } from '#api_types/connections'
import { SlackStandIn } from '#tests/stand_ins/slack/slack'
import type { Creator, Reply, Visitor } from '#tests/functional/visitor'

interface Refused {
  code: string
  message: string
}

/** Lets these be the operator's settings until the answer is called. */
export function setOperatorSettings(settings: Record<string, string>): () => void {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, settings)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** A Slack that the operator has registered this server at. */
export async function openSlack(): Promise<{ slack: SlackStandIn; close: () => Promise<void> }> {
  const slack = await SlackStandIn.open()
  const forget = setOperatorSettings(slack.settings)
  return {
    slack,
    close: () => {
      forget()
      return slack.close()
    },
  }
}

/** The services and connections of a creator's workspace. */
export async function connectionsOf({ visitor, workspaceId }: Creator): Promise<Connections> {
  const { body } = await visitor.get<{ data: Connections }>(`/api/workspaces/${workspaceId}/connections`)
  return body.data
}

/** Sets out to a service; where the consent page is. */
export async function setOut(
  { visitor, workspaceId }: Creator,
  service: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const path = `/api/workspaces/${workspaceId}/connection-flows`
  const begun = await visitor.post<{ data: ConnectionFlow }>(path, { service, ...more })
  if (begun.status !== 201) throw new Error(`flow: ${begun.status} ${begun.text}`)
  return begun.body.data.address
}

/** What a person brings back who agrees, or does not, on the consent page. */
export async function consent(address: string, choice: 'Allow' | 'Cancel'): Promise<Record<string, string>> {
  const page = await (await fetch(address)).text()
  const [, link] = new RegExp(`<a href="([^"]+)">${choice}</a>`).exec(page) ?? []
  if (!link) throw new Error(`no consent page: ${page}`)
  return Object.fromEntries(new URL(link.replaceAll('&amp;', '&')).searchParams)
}

/** Comes back with that. */
export function comeBack(
  visitor: Visitor,
  service: string,
  brought: Record<string, string>,
): Promise<Reply<{ data: Connected; error: Refused } & Refused>> {
  return visitor.post(`/api/connection-callbacks/${service}`, brought)
}

/** Connects with a token that somebody types. Answers its id. */
export async function connectWith(
  { visitor, workspaceId }: Creator,
  service: string,
  token: string,
): Promise<string> {
  const path = `/api/workspaces/${workspaceId}/connections`
  const made = await visitor.post<{ data: Connected }>(path, { service, token })
  if (made.status !== 201) throw new Error(`connection: ${made.status} ${made.text}`)
  return made.body.data.id
}

/** Goes the whole way. */
export async function connect(
  creator: Creator,
  service: string,
  more: Record<string, unknown> = {},
): Promise<Connection> {
  const brought = await consent(await setOut(creator, service, more), 'Allow')
  const made = await comeBack(creator.visitor, service, brought)
  if (made.status !== 200) throw new Error(`callback: ${made.status} ${made.text}`)
  const found = (await connectionsOf(creator)).connections.find(({ id }) => id === made.body.data.id)
  if (!found) throw new Error('the connection is not listed')
  return found
}
