/** What was said, masked, for the log. */
export interface Exchange {
  request?: { method: string; url: string; headers: Record<string, string> }
  response?: { status: number; headers: Record<string, string>; body: string; duration_ms: number }
}

/** Postgres keeps no U+0000 in text; a receiver may send one. */
export function loggedJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value).replaceAll('\\u0000', '\\ufffd')
}
