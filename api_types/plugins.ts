import type { UnusableKind } from '@formwright/kit/found'

/** What a plugin threw in the browser of somebody who signed in. */
export interface PluginFaultReport {
  family: UnusableKind['family']
  kind: string
  /** which of its parts */
  part: string
  /** what it said */
  reason: string
}

/** Plugins that the server found and cannot use: they count as removed. */
export interface Unusable {
  data: readonly UnusableKind[]
}
