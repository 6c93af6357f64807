import { defineConfig } from '@adonisjs/core/http'
import env from '#start/env'
import { trustedProxies } from '#app/http/trusted_proxies'
import { onBadUrl } from '#app/http/bad_url'
import { requestId } from '#app/http/request_id'

export const http = defineConfig({
  generateRequestId: true,
  createRequestId: requestId,
  allowMethodSpoofing: false,
  onBadUrl,
  useAsyncLocalStorage: false,
  trustProxy: trustedProxies(env.get('TRUST_PROXY', '')),
  redirect: { allowedHosts: [] },
  // What we answer is plain data: no need to look for circles and big numbers in every value.
  serializeJSON: (value: unknown) => JSON.stringify(value),
  cookie: {
    path: '/',
    maxAge: '30d',
    httpOnly: true,
    secure: env.get('APP_URL', '').startsWith('https:'),
    sameSite: 'lax',
  },
})
