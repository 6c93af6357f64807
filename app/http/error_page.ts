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

// Composed as the states of the public page are (frontend/respondent/state_page.css), in the house's own look.
const STYLE =
  ':root{--ground:#fff;--raised:#f6f7f9;--ink:#14171c;--muted:#59616e;--fill:#14171c;--on-fill:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--ground:#121418;--raised:#1b1e24;--ink:#eff1f4;--muted:#a5adba;--fill:#eff1f4;--on-fill:#14171c}}' +
  'body{margin:0;background:var(--ground);color:var(--muted);overflow-wrap:anywhere;' +
  "font:1rem/1.5 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',system-ui,sans-serif}" +
  'main{display:grid;grid-template-columns:minmax(0,1fr);align-content:center;justify-items:center;gap:12px;box-sizing:border-box;' +
  'max-width:460px;min-height:100svh;margin:0 auto;padding:40px 20px;text-align:center}' +
  'svg{width:48px;height:60px;margin-bottom:12px;padding:18px 24px;border-radius:50%;background:var(--raised)}' +
  'h1,p{margin:0;text-wrap:balance}h1{color:var(--ink);font-size:1.75rem;line-height:1.2143;letter-spacing:-.022em;font-weight:600}' +
  'a{padding:4px 8px;color:inherit;text-underline-offset:2px}a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}' +
  'a.action{box-sizing:border-box;width:100%;margin-top:12px;padding:11px 22px;border-radius:8px;background:var(--fill);color:var(--on-fill);font-weight:600;text-decoration:none}' +
  'small{font-size:.875rem}'

/** The plant of the application's own error page (frontend/creator/errors/plant.tsx). */
const PLANT =
  '<svg viewBox="0 0 96 120" fill="none" stroke="currentColor" stroke-width="3" ' +
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
  // what is ours to mend, or too much at a time, may be over already
  const passing = status >= 500 || status === 429
  const home = `<a href="/"${passing ? '' : ' class="action"'}>Go Home</a>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${PLANT}<h1>${heading}</h1><p>${escapeHtml(words)}</p>${passing ? '<a href="" class="action">Try again</a>' : ''}${home}<p><small>Request ${escapeHtml(requestId)}</small></p></main></body>
</html>
`
}
