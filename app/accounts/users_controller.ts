import type { HttpContext } from '@adonisjs/core/http'
import { userJson } from '#app/accounts/user_json'
import features from '#config/features'

/** The signed-in person, and what is switched on for them. */
export default class UsersController {
  show({ auth, response }: HttpContext) {
    return response.json(userJson(auth.getUserOrFail()))
  }

  features({ response }: HttpContext) {
    return response.json(features)
  }
}
