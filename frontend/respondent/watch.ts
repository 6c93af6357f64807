import { useLayoutEffect, useState } from 'react'
import type { Visit } from './visit.ts'

/**
 * Draws the component again whenever the visit says that this block (or the page as a whole) changed. It watches from
 * the moment it stands in the page: what somebody does there at once is not missed.
 */
export function useVisit(visit: Visit, what: string): void {
  const [, draw] = useState({})
  useLayoutEffect(() => visit.watch(what, () => draw({})), [visit, what])
}
