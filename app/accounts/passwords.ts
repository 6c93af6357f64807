import hash from '@adonisjs/core/services/hash'

let decoy: Promise<string> | undefined

/** A password as it is kept. */
export function hashPassword(password: string): Promise<string> {
  return hash.make(password)
}

/**
 * Whether the password is the one kept. Without anything kept (an unknown address) the same work is done against a
 * decoy, so that the time taken tells nothing.
 */
export async function passwordFits(kept: string | undefined, password: string): Promise<boolean> {
  if (kept !== undefined) return hash.verify(kept, password)
  decoy ??= hash.make('nobody has this password')
  await hash.verify(await decoy, password)
  return false
}
