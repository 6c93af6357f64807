/** What a member may do in a workspace. */
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

/** A workspace the person belongs to. */
export interface Workspace {
  id: string
  name: string
  icon: string | null
  role: Role
}
