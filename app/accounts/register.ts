import { randomUUID } from 'node:crypto'
import vine from '@vinejs/vine'
import { emailKey } from '#app/accounts/email_key'
import User from '#app/accounts/user'
import { FieldErrors } from '#app/http/errors'
import { hashPassword } from '#app/http/hashing'
import { addWorkspace } from '#app/workspaces/create_workspace'
import { within, type Scope } from '#app/workspaces/within'

/** Whether the database refused a row because this unique index already has its value. */
function violates(error: unknown, index: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === index
}

/** What is asked of somebody who makes an account. */
export const personFields = {
  name: vine.string().trim().minLength(1).maxLength(100),
  // what looks at the address next throws at half of a surrogate pair
  email: vine
    .string()
    .trim()
    .maxLength(254)
    .regex(/^\P{Surrogate}*$/u)
    .email(),
  password: vine.string().minLength(8).maxLength(128),
}

/**
 * Makes an account and its personal workspace, both or neither, for somebody at this address. What `first` does is part of
 * the same transaction; when it throws, nothing is made.
 */
export async function register(
  person: { name: string; email: string; password: string; operator?: true },
  address: string,
  first?: (scope: Scope) => Promise<void>,
): Promise<User> {
  // hashed before the address is looked at: a known one takes as long as an unknown one
  const password = await hashPassword(person.password, { kind: 'stranger', name: address })
  const workspaceId = randomUUID()
  try {
    return await within(workspaceId, async (scope) => {
      await first?.(scope)
      const user = await User.create(
        { ...person, emailKey: emailKey(person.email), password, operator: person.operator === true },
        { client: scope.trx },
      )
      await addWorkspace(scope, { name: `${person.name}'s workspace`, ownerId: user.id })
      return user
    })
  } catch (error) {
    if (!violates(error, 'users_email')) throw error
    throw new FieldErrors(
      'E_EMAIL_TAKEN',
      'This email address cannot be registered. If it is yours, sign in.',
      {
        email: ['This email address cannot be registered. If it is yours, sign in.'],
      },
    )
  }
}
