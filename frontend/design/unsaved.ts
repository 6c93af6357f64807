import { useEffect, useSyncExternalStore } from 'react'

/** How many parts of the page hold what was typed and is not saved. */
let holders = 0
const listeners = new Set<() => void>()

/** Says that a part of the page holds what is not saved: what stands around it does not give way to something else. */
export function useHoldsUnsaved(holds: boolean): void {
  useEffect(() => {
    if (!holds) return
    tell(1)
    return () => tell(-1)
  }, [holds])
}

/** Whether some part of the page holds what was typed and is not saved. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => holders > 0)
}

function tell(by: 1 | -1): void {
  holders += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
