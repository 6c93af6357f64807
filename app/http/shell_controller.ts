import type { HttpContext } from '@adonisjs/core/http'
import type { Build } from '#api_types/builds'
import { buildId, devServers, linksOf } from '#app/http/frontend'
import { INSTANCE } from '#app/http/instance'
import { permissionsPolicy } from '#app/http/security_headers'

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A white F on the accent, small enough to travel in the page. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d4ed8"/><path d="M11 24V8h11M11 16h8" fill="none" stroke="#fff" stroke-width="3.5"/></svg>',
  )

let page: string | undefined

function shell(): string {
  const { script, preloads, styles } = linksOf('creator', 'frontend/creator/main.tsx')
  return `<!doctype html>
<html lang="en" data-instance="${INSTANCE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Formwright</title>
<link rel="icon" href="${ICON}">
<meta name="description" content="Forms and surveys with unlimited fields and submissions, free.">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body><div id="root"></div><noscript>Building forms needs JavaScript. Answering them does not.</noscript></body>
</html>
`
}

/** Serves the creator's application: one page for all of its addresses. */
export default class ShellController {
  async show({ request, response }: HttpContext) {
    const development = devServers()
    page ??= shell()
    response.header('content-type', 'text/html; charset=utf-8')
    // Vite's dev server speaks by inline scripts and a socket of its own
    if (development) response.removeHeader('content-security-policy')
    else response.header('content-security-policy', POLICY)
    // blocks and texts are pasted by button, too
    response.header('permissions-policy', permissionsPolicy([{ 'clipboard-read': [] }]))
    response.header('cache-control', 'private, no-cache')
    return response.send(development ? await development.page(request.url(), page) : page)
  }

  /** Lets an open page notice that a newer build is served. */
  build({ response }: HttpContext): Build {
    response.header('cache-control', 'no-cache')
    return { id: buildId() }
  }
}
