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
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const STYLE =
  'body{max-width:42rem;margin:0 auto;padding:12vh 24px 48px;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'main{text-align:center}h1{font-size:1.75rem;line-height:1.3}a{display:inline-block;padding:4px 0}' +
  'body{background:#fff;color:#16191f}a{color:#1d4ed8}svg,small{color:#586072}' +
  '@media(prefers-color-scheme:dark){body{background:#14161a;color:#eceef2}a{color:#93b8fd}svg,small{color:#a5adba}}'

/** The plant of the application's own error page (frontend/creator/errors/plant.tsx). */
const PLANT =
  '<svg width="96" height="120" viewBox="0 0 96 120" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M24 78h48l-6 38H30zM20 70h56v8H20zM48 70V30' +
  'M48 52C30 52 22 42 20 26c18 0 28 10 28 26zM48 40c0-18 10-28 28-30 0 18-10 30-28 30zM48 62c10-2 18-8 20-20-12 0-20 8-20 20z"/></svg>'

/** What the page of an error may load: its own few lines of style. */
export const ERROR_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

/**
 * A page for people who met an error outside the application's own screens, light or dark as they have it. It loads
 * nothing. `path` is what they asked for: where there is nothing, the page names it.
 */
export function errorPage(status: number, message: string, requestId: string, path: string): string {
  const heading = `Whoops, something went wrong (${status})`
  const title = status === 404 ? '404 - Page not found' : `${status} - Error`
  const words = status === 404 ? `Page Not Found: ${path}` : message
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${PLANT}<h1>${heading}</h1><p>${escapeHtml(words)}</p><p><a href="/">Go Home</a></p><p><small>Request ${escapeHtml(requestId)}</small></p></main></body>
</html>
`
}
