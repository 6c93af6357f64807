/** A person, as others of a workspace know them. */
export interface NamedPerson {
  /** of their account */
  id: string
  /** what they call themselves */
  name: string
}

/** The signed-in person. */
export interface User {
  id: string
  name: string
  email: string
  photo_url: string | null
  is_subscribed: boolean
  has_enterprise_subscription: boolean
  stripe_id: string | null
  active_license: string | null
  /** runs the instance */
  is_operator: boolean
}

/** A place where the person is signed in. */
export interface Session {
  id: string
  current: boolean
  ip: string | null
  user_agent: string | null
  created_at: string
  last_seen_at: string
}
