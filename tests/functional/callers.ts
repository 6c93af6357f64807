/** Everybody who may knock at a route. */
export const CALLERS = ['anonymous', 'stranger', 'former', 'viewer', 'editor', 'admin', 'owner'] as const

export type Caller = (typeof CALLERS)[number]
