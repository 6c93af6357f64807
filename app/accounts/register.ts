import { randomUUID } from 'node:crypto'
import { hashPassword } from '#app/accounts/passwords'
import User from '#app/accounts/user'
import { FieldErrors } from '#app/http/errors'
import { addWorkspace } from '#app/workspaces/create_workspace'
import { within } from '#app/workspaces/within'

/** Whether the database refused a row because this unique index already has its value. */
function violates(error: unknown, index: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === index
}

/** Makes an account and its personal workspace, both or neither. */
export async function register(person: { name: string; email: string; password: string }): Promise<User> {
  // hashed before the address is looked at: a known one takes as long as an unknown one
  const password = await hashPassword(person.password)
  const workspaceId = randomUUID()
  try {
    return await within(workspaceId, async (scope) => {
      const user = await User.create({ ...person, password }, { client: scope.trx })
      await addWorkspace(scope, { name: `${person.name}'s workspace`, ownerId: user.id })
      return user
    })
  } catch (error) {
    if (!violates(error, 'users_email')) throw error
    throw new FieldErrors('E_EMAIL_TAKEN', 'This address cannot be registered. Sign in if it is yours.', {
      email: ['This address cannot be registered. Sign in if it is yours.'],
    })
  }
}
