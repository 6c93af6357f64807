import type { Scope } from '#api_types/access_tokens'

/** Every scope that an access token can have. */
export const SCOPES = [
  'forms:read',
  'forms:write',
  'submissions:read',
  'submissions:write',
  'integrations:manage',
  'workspaces:read',
] as const satisfies readonly Scope[]
