import { useEffect, useState } from 'react'
import type { Visit } from './visit.ts'

/** Draws the component again whenever the visit says that this block (or the page as a whole) changed. */
export function useVisit(visit: Visit, what: string): void {
  const [, count] = useState(0)
  useEffect(() => visit.watch(what, () => count((n) => n + 1)), [visit, what])
}
