import { useRef } from 'react'

/**
 * Work that does not begin again while it is going on. A second click or Enter can come before a button that shows
 * it is drawn.
 */
export function useOneAtATime<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
): (...given: Given) => void {
  const busy = useRef(false)
  return (...given) => {
    if (busy.current) return
    busy.current = true
    void work(...given).finally(() => (busy.current = false))
  }
}
