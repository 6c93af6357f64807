import type { ConnectionPower, OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import { callWithJson } from '@formwright/kit/json_call'

const API = 'https://api.airtable.com/v0'

/** One call to the Web API; the path is made of ids. */
export function call(
  connection: ConnectionPower,
  method: OutboundRequest['method'],
  path: string,
  body?: object,
): Promise<OutboundResponse> {
  return callWithJson(connection, method, `${API}${path}`, { body })
}

/** The path of a table. */
export function tablePath(base: string, table: string): string {
  return `/${encodeURIComponent(base)}/${encodeURIComponent(table)}`
}

/** The type and message of an error; Airtable says some as an object and some as a text. */
export function errorIn(said: Record<string, unknown>): { type: string; message: string } {
  const { error } = said
  if (typeof error === 'string') return { type: error, message: '' }
  const { type, message }: Record<string, unknown> = Object(error)
  return {
    type: typeof type === 'string' ? type : '',
    message: typeof message === 'string' ? message.slice(0, 300) : '',
  }
}
