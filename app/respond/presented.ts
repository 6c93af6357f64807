import type { HttpContext } from '@adonisjs/core/http'
import { type Presented, passwordCookie } from '#app/respond/password'

/** What a request shows to be let into a form: the cookie of its slug, or the header `form-password` of programs. */
export function presented(ctx: HttpContext): Presented {
  const { cookie, 'form-password': header } = ctx.request.request.headers
  if (typeof header === 'string') return { token: header }
  if (cookie === undefined) return { token: undefined }
  const name = `${passwordCookie(String(ctx.params.slug ?? ctx.params.form))}=`
  const found = cookie.split(/; */).find((one) => one.startsWith(name))
  return { token: found?.slice(name.length) }
}
