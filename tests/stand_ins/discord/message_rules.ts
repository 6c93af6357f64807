/** A request as it arrives at Discord. */
export interface WebhookRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

const POST_PATH = /^\/api\/v10\/webhooks\/\d+\/[\w-]+$/
const PATCH_PATH = /^\/api\/v10\/webhooks\/\d+\/[\w-]+\/messages\/\d+$/
const OWN_LINK = /(?<!\\)\[Open the submission\]\(https?:\/\/[^\s()<>[\]\\]+\)/g
const WEB_ADDRESS = /(?<!\w)https?:\/\/[^\s<>\\`|*[\]]+/g

/** What is wrong with a request to a webhook, in a few words; undefined when nothing is. */
export function requestFault({ method, url, headers, body }: WebhookRequest): string | undefined {
  const { pathname, searchParams } = new URL(url)
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'content-type'
  if (!(method === 'POST' ? POST_PATH : PATCH_PATH).test(pathname)) return 'path'
  if (method === 'POST' && searchParams.get('wait') !== 'true') return 'wait'
  if (!/^\d*$/.test(searchParams.get('thread_id') ?? '')) return 'thread_id'
  return messageFault(JSON.parse(body))
}

/** What is wrong with a message; undefined when nothing is. */
export function messageFault(message: unknown): string | undefined {
  const { embeds, allowed_mentions: mentions, ...others } = Object(message)
  if (Object.keys(others).length > 0) return 'unknown members'
  if (JSON.stringify(mentions) !== '{"parse":[]}') return 'allowed_mentions'
  if (!Array.isArray(embeds) || embeds.length < 1 || embeds.length > 10) return 'embeds'
  for (const embed of embeds) {
    const fault = embedFault(embed)
    if (fault !== undefined) return fault
  }
  return embeds.flatMap(textsOf).join('').length > 6_000 ? 'more than 6,000 together' : undefined
}

function embedFault(embed: unknown): string | undefined {
  const { title, description, fields, ...others } = Object(embed)
  if (Object.keys(others).length > 0) return 'unknown members of an embed'
  if (title === undefined && description === undefined && fields === undefined) return 'an empty embed'
  if (title !== undefined && !isText(title, 256)) return 'title'
  if (description !== undefined && !isText(description, 4_096)) return 'description'
  if (fields === undefined) return undefined
  if (!Array.isArray(fields) || fields.length > 25) return 'fields'
  for (const field of fields) {
    const { name, value, ...more } = Object(field)
    if (Object.keys(more).length > 0) return 'unknown members of a field'
    if (!isText(name, 256)) return 'name'
    if (!isText(value, 1_024)) return 'value'
  }
  return undefined
}

function textsOf(embed: unknown): string[] {
  const { title = '', description = '', fields = [] } = Object(embed)
  return [title, description, ...fields.flatMap((field: object) => Object.values(field))]
}

function isText(text: unknown, most: number): boolean {
  if (typeof text !== 'string' || text.trim() === '' || text.length > most) return false
  return text.isWellFormed() && isEscaped(text)
}

/** Nothing is Markdown but our own link; no escape is cut in half. */
function isEscaped(text: string): boolean {
  const rest = text
    .replace(OWN_LINK, '')
    .replace(WEB_ADDRESS, 'x')
    .replace(/\\[^A-Za-z0-9\s]/g, 'x')
  return !/[\\*_~|`[\]<>]/.test(rest) && !/^\s*([#+-]|\d+\.)/m.test(rest)
}
