import { defineConfig } from '@adonisjs/shield'
import env from '#start/env'

/** Cross-site request protection for the routes a session cookie opens. Other headers: app/http/security_headers.ts. */
export default defineConfig({
  csp: { enabled: false, directives: {}, reportOnly: false },
  csrf: {
    enabled: true,
    exceptRoutes: [],
    enableXsrfCookie: true,
    methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    cookieOptions: { secure: env.get('APP_URL', '').startsWith('https:'), sameSite: 'lax', httpOnly: false },
  },
  xFrame: { enabled: false },
  hsts: { enabled: false },
  contentTypeSniffing: { enabled: false },
})
