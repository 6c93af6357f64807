import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import { callerOf } from '#app/http/caller'
import type { OpenForm } from '#app/respond/visit/admission'
import { PASSWORD_LIFETIME, passwordCookie, tokenFor } from '#app/respond/visit/credentials'

/** How many passwords of a form one network may try in a minute. */
const GUESSES = 10

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
  for (const slug of new Set([form.slug, String(ctx.params.slug)])) {
    ctx.response.plainCookie(passwordCookie(slug), token, {
      encode: false,
      maxAge: PASSWORD_LIFETIME,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
    })
  }
  return 'entered'
}
