import { useEffect, useSyncExternalStore } from 'react'

let edited: string | undefined
const listeners = new Set<() => void>()

function tell(formId: string | undefined): void {
  if (edited === formId) return
  edited = formId
  for (const listener of listeners) listener()
}

/** Tells the form's bar of changes here that what the server said of the form does not know yet. */
export function useTellEdited(formId: string, now: boolean): void {
  useEffect(() => {
    if (!now) return
    tell(formId)
    return () => tell(undefined)
  }, [formId, now])
}

/** Whether a form was changed here since the server last said how it stands. */
export function useEdited(formId: string): boolean {
  return useSyncExternalStore(subscribe, () => edited === formId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
