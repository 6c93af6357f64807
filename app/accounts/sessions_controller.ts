import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import type { Session } from '#api_types/accounts'
import type { Single } from '#api_types/answer'
import { emailKey } from '#app/accounts/email_key'
import { knownDevice } from '#app/accounts/known_device'
import { countSignIn, forgiveSignIn } from '#app/accounts/limits'
import { passwordFits } from '#app/accounts/passwords'
import { revokeSession, sessionsOf } from '#app/accounts/session_table'
import { signIn } from '#app/accounts/sign_in'
import User from '#app/accounts/user'
import { userJson } from '#app/accounts/user_json'
import { callerOf } from '#app/http/caller'
import { CodedError, notFound } from '#app/http/errors'
import type { PasswordGiver } from '#app/http/hashing'
import { validate } from '#app/http/validate'

const credentials = vine.create({
  email: vine.string().trim().maxLength(254),
  password: vine.string().maxLength(128),
  remember: vine.boolean({ strict: true }).optional(),
})

/** Who tries to sign in to the account with this key. */
function giverOf(ctx: HttpContext, key: string): PasswordGiver {
  if (knownDevice(ctx, key) !== undefined) return { kind: 'known', name: key }
  return { kind: 'stranger', name: callerOf(ctx.request.ip()) }
}

/** Signing in and out, and the list of places where a person is signed in. */
export default class SessionsController {
  /** Signs in. One answer for an unknown address, a wrong password and a suspended account. */
  async store(ctx: HttpContext) {
    const { email, password, remember } = await validate(ctx, credentials)
    const key = emailKey(email)
    await countSignIn(ctx, key)
    const user = await User.query().where({ emailKey: key }).first()
    const fits = await passwordFits(user?.password, password, giverOf(ctx, key))
    if (!user || !fits || user.suspendedAt) {
      throw new CodedError('E_CREDENTIALS', 401, 'Wrong email address or password.')
    }
    await forgiveSignIn(ctx, key)
    await signIn(ctx, user, remember)
    return { user: userJson(user) }
  }

  /** Signs out here. Also right for somebody who is signed out already. */
  async destroyCurrent(ctx: HttpContext) {
    await ctx.auth.check()
    await ctx.auth.use('web').logout()
    ctx.session.clear()
    ctx.session.regenerate()
    return ctx.response.status(204).send(null)
  }

  /** Where the person is signed in. */
  async index({ auth, session }: HttpContext): Promise<Single<Session[]>> {
    return { data: await sessionsOf(auth.getUserOrFail().id, session.sessionId) }
  }

  /** Ends one of the person's sessions. */
  async destroy({ auth, params, response }: HttpContext) {
    if (!(await revokeSession(auth.getUserOrFail().id, String(params.id)))) throw notFound()
    return response.status(204).send(null)
  }
}
