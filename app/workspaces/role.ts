/** What a member may do, from least to most. */
const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** Whether `role` includes everything `needed` allows. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
