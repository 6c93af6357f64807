import { createHash } from 'node:crypto'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

const STYLE =
  'body{max-width:42rem;margin:0 auto;padding:48px 24px;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{font-size:1.75rem;line-height:1.3}a{display:inline-block;padding:4px 0}' +
  'body{background:#fff;color:#16191f}a{color:#1d4ed8}' +
  '@media(prefers-color-scheme:dark){body{background:#14161a;color:#eceef2}a{color:#93b8fd}}'

/** What the page of an error may load: its own few lines of style. */
export const ERROR_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

/**
 * A page for people who met an error outside the application's own screens, light or dark as they have it. No script, no
 * image. `path` is what they asked for: where there is nothing, the page names it.
 */
export function errorPage(status: number, message: string, requestId: string, path: string): string {
  const heading = `Whoops, something went wrong (${status})`
  const title = status === 404 ? '404 - Page not found' : heading
  const words = status === 404 ? `Page Not Found: ${path}` : message
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${heading}</h1><p>${escapeHtml(words)}</p><p><a href="/">Go Home</a></p><p><small>${escapeHtml(requestId)}</small></p></main></body>
</html>
`
}
