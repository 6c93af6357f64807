import type { ConnectionPower, OutboundRequest, OutboundResponse } from '@formwright/kit/integration'
import { callWithJson } from '@formwright/kit/json_call'
import { objectIn } from '@formwright/kit/service'

// the service's folder knows at which host the account is
const API = 'https://api.mailchimp.com/3.0'

/** One call to the Marketing API; the path is made of ids. */
export function call(
  connection: ConnectionPower,
  method: OutboundRequest['method'],
  path: string,
  body?: object,
): Promise<OutboundResponse> {
  return callWithJson(connection, method, `${API}${path}`, { body })
}

/** The path of an audience. */
export function audiencePath(id: string): string {
  return `/lists/${encodeURIComponent(id)}`
}

/** What an error says (mailchimp.com/developer/marketing/docs/errors), and of which fields. */
export function problemIn(body: string): { title: string; detail: string } {
  const { title, detail, errors } = objectIn(body)
  const fields = (Array.isArray(errors) ? errors : []).map((one: unknown) => {
    const { field, message }: Record<string, unknown> = Object(one)
    return `${String(field)}: ${String(message)}`
  })
  return {
    title: typeof title === 'string' ? title.slice(0, 100) : '',
    detail: [...fields, ...(typeof detail === 'string' && fields.length === 0 ? [detail] : [])]
      .join(', ')
      .slice(0, 300)
      .replace(/\.$/, ''),
  }
}
