import type { HttpContext } from '@adonisjs/core/http'
import type { User } from '#api_types/accounts'
import { registration } from '#app/accounts/account_invitations'
import { linksGoByMail } from '#app/accounts/account_mails'
import { userJson } from '#app/accounts/user_json'
import features from '#config/features'

/** The signed-in person, and what is switched on for them. */
export default class UsersController {
  show({ auth }: HttpContext): User {
    return userJson(auth.getUserOrFail())
  }

  features({ response }: HttpContext) {
    return response.json({ ...features, registration: registration(), resets_by_mail: linksGoByMail() })
  }
}
