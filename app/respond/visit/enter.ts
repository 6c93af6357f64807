import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { callerOf } from '#app/http/caller'
import type { OpenForm } from '#app/respond/visit/admission'
import { PASSWORD_LIFETIME, passwordCookie, tokenFor } from '#app/respond/visit/credentials'

/** How many passwords of a form one network may try in a minute. */
const GUESSES = 10

/** So many forms a browser knows the passwords of: it sends all of them with each request, whose head has 16 kB. */
const KEPT = 20

/** Lets a visitor in who knows the password: the answer carries the cookie. Otherwise says why not. */
export async function enter(
  ctx: HttpContext,
  form: OpenForm,
  password: string,
): Promise<'entered' | 'wrong' | 'slow'> {
  const attempts = limiter.use({ requests: GUESSES, duration: '1 min' })
  const address = callerOf(ctx.request.ip())
  const who = `password_${form.formId}_${address}`
  // counted before it is looked at, so that guesses sent all at once are counted as well
  const { consumed, availableIn } = await attempts.increment(who)
  if (consumed > GUESSES) {
    ctx.response.header('retry-after', Math.max(1, availableIn))
    return 'slow'
  }
  const token = await tokenFor(form, password, address)
  if (token === undefined) return 'wrong'
  await attempts.decrement(who)
  // A page that was opened at an earlier address of the form goes on there.
  const names = new Set([form.slug, String(ctx.params.slug)].map(passwordCookie))
  for (const name of others(ctx, names).slice(0, -(KEPT - names.size))) ctx.response.clearCookie(name)
  for (const name of names) {
    ctx.response.plainCookie(name, token, {
      encode: false,
      maxAge: PASSWORD_LIFETIME,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
    })
  }
  return 'entered'
}

/** The cookies of other passwords that this browser has, the oldest first, as browsers send them (RFC 6265 §5.4). */
function others(ctx: HttpContext, names: ReadonlySet<string>): string[] {
  return (ctx.request.request.headers.cookie ?? '')
    .split(/; */)
    .map((one) => one.split('=', 1)[0])
    .filter((name) => name.startsWith(passwordCookie('')) && !names.has(name))
}
