import type { Role } from '#api_types/workspaces'

/** From least to most. */
const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner']

/** Whether `role` includes everything `needed` allows. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
