function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A body as people read it: JSON is indented, anything else stays. */
export function bodyText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** A logged request or response as it went over the wire: first line, headers, body. */
export function messageText(message: unknown): string {
  if (!isRecord(message))
    return message === null || message === undefined ? '' : JSON.stringify(message, null, 2)
  const { method, url, status, headers, body } = message
  const first = [method, url, status]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
  const lines = isRecord(headers)
    ? Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
    : []
  const text =
    typeof body === 'string' ? bodyText(body) : body === undefined ? '' : JSON.stringify(body, null, 2)
  return [[first, ...lines].filter(Boolean).join('\n'), text].filter(Boolean).join('\n\n')
}
