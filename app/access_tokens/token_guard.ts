import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import User from '#app/accounts/user'
import { signedOut } from '#app/http/errors'

/** Makes the person with whose rights a token acts the one that controllers ask for. */
export class TokenGuard implements GuardContract<User> {
  declare [symbols.GUARD_KNOWN_EVENTS]: object
  readonly driverName = 'token'
  user?: User
  isAuthenticated = false
  authenticationAttempted = false

  constructor(private ctx: HttpContext) {}

  /** The person of the token that the bearer middleware let in; 401 where it let none in. */
  async authenticate(): Promise<User> {
    this.authenticationAttempted = true
    const { accessToken } = this.ctx
    const user = accessToken && (await User.find(accessToken.userId))
    if (!user) throw signedOut()
    this.user = user
    this.isAuthenticated = true
    return user
  }

  async check(): Promise<boolean> {
    return this.authenticate().then(
      () => true,
      () => false,
    )
  }

  getUserOrFail(): User {
    if (!this.user) throw signedOut()
    return this.user
  }

  /** Tests make their tokens through the API. */
  async authenticateAsClient(): Promise<AuthClientResponse> {
    return {}
  }
}
