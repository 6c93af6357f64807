/** What a member may do in a workspace. */
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

/** A workspace the person belongs to. */
export interface Workspace {
  /** names it in paths */
  id: string
  /** what its members call it */
  name: string
  /** null where there is none */
  icon: string | null
  /** of whoever asks */
  role: Role
}
