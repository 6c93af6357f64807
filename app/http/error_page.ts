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

/**
 * A page for people who met an error outside the application's own screens. No script, no style, no image. `path` is
 * what they asked for: where there is nothing, the page names it.
 */
export function errorPage(status: number, message: string, requestId: string, path: string): string {
  const heading = `Whoops, something went wrong (${status})`
  const title = status === 404 ? '404 - Page not found' : heading
  const words = status === 404 ? `Page Not Found: ${path}` : message
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main><h1>${heading}</h1><p>${escapeHtml(words)}</p><p><a href="/">Go Home</a></p><p><small>${escapeHtml(requestId)}</small></p></main></body>
</html>
`
}
