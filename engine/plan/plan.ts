/** A compiled form: JSON, made by `compile`, run by the interpreter. The engine's own; consumers treat it as opaque. */
export interface Plan {
  /** changes when the meaning of plans changes */
  format: number
}
export interface BrowserPlan extends Plan {
  for: 'browser'
}
export interface ServerPlan extends Plan {
  for: 'server'
}
