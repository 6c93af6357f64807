import type { ConnectionPower, OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import { callWithJson } from '@formwright/kit/json_call'
import { objectIn } from '@formwright/kit/service'

const API = 'https://api.notion.com/v1'

/** Requests and answers are of that day (developers.notion.com/reference/versioning). */
const VERSION = '2026-03-11'

/** An answer that is no success. */
export class NotionAnswerError extends Error {
  readonly answer: OutboundResponse

  constructor(answer: OutboundResponse) {
    super(`Notion answered ${answer.status}.`)
    this.answer = answer
  }
}

/** What Notion answers to a call; the path is made of ids. Throws a NotionAnswerError. */
export async function call(
  connection: ConnectionPower,
  method: OutboundRequest['method'],
  path: string,
  body?: object,
): Promise<OutboundResponse> {
  const headers = { 'notion-version': VERSION }
  const answer = await callWithJson(connection, method, `${API}${path}`, { body, headers })
  if (answer.status !== 200) throw new NotionAnswerError(answer)
  return answer
}

/** The path of a data source. */
export function sourcePath(id: string): string {
  return `/data_sources/${encodeURIComponent(id)}`
}

/** The path of a page. */
export function pagePath(id: string): string {
  return `/pages/${encodeURIComponent(id)}`
}

/** What an error says; empty where it says nothing. */
export function messageIn(body: string): string {
  const { message } = objectIn(body)
  return typeof message === 'string' ? message.slice(0, 300) : ''
}
