/** Everybody who may knock at a route. The operator of the instance is no member of the workspace. */
export const CALLERS = [
  'anonymous',
  'stranger',
  'former',
  'viewer',
  'editor',
  'admin',
  'owner',
  'operator',
] as const

export type Caller = (typeof CALLERS)[number]
