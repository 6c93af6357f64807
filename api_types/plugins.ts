import type { UnusableKind } from '@formwright/kit/found'

/** Plugins that the server found and cannot use: they count as removed. */
export interface Unusable {
  data: readonly UnusableKind[]
}
