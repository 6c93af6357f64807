import { symbols } from '@adonisjs/auth'
import type { SessionGuardUser, SessionUserProviderContract } from '@adonisjs/auth/types/session'
import type { HttpContext } from '@adonisjs/core/http'
import User from '#app/accounts/user'

/** Finds the person of a session: the one who was read with it, in the same statement. */
export class SessionUsers implements SessionUserProviderContract<User> {
  declare [symbols.PROVIDER_REAL_USER]: User

  constructor(private ctx: HttpContext) {}

  async createUserForGuard(user: User): Promise<SessionGuardUser<User>> {
    return { getId: () => user.id, getOriginal: () => user }
  }

  async findById(id: string): Promise<SessionGuardUser<User> | null> {
    const { sessionUser } = this.ctx
    const user = sessionUser?.id === id ? sessionUser : await User.find(id)
    return user && this.createUserForGuard(user)
  }
}
