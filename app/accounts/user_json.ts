import type { User } from '#api_types/accounts'
import type Person from '#app/accounts/user'

/** A person as the API shows them to themselves. */
export function userJson(user: Person): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    photo_url: null,
    is_subscribed: false,
    has_enterprise_subscription: false,
    stripe_id: null,
    active_license: null,
    is_operator: user.operator,
  }
}
