import { defineConfig } from '@adonisjs/session'
import env from '#start/env'
import { instanceCookie } from '#app/http/instance'
import { sessionTable } from '#app/accounts/session_table'

/** Sessions live in a table, keyed by the hash of their token: the cookie alone opens nothing that can be read there. */
const sessionConfig = defineConfig({
  enabled: true,
  cookieName: instanceCookie('formwright_session'),
  clearWithBrowser: false,
  age: '30d',
  cookie: {
    path: '/',
    httpOnly: true,
    secure: env.get('APP_URL', '').startsWith('https:'),
    sameSite: 'lax',
  },
  store: 'table',
  stores: { table: sessionTable },
})

export default sessionConfig
