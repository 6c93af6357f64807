import { defineConfig } from '@adonisjs/shield'

/** Cross-site request protection for the routes a session cookie opens. Other headers: app/http/security_headers.ts. */
export default defineConfig({
  csp: { enabled: false, directives: {}, reportOnly: false },
  csrf: {
    enabled: true,
    exceptRoutes: [],
    // app/http/csrf_cookie.ts hands the token out
    enableXsrfCookie: false,
    methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  },
  xFrame: { enabled: false },
  hsts: { enabled: false },
  contentTypeSniffing: { enabled: false },
})
