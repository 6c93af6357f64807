import { useSyncExternalStore } from 'react'

/** Forms with changes that neither the server has nor this browser keeps: they are in this page alone. */
const unkept = new Set<string>()
const listeners = new Set<() => void>()

/** Tells whether changes of a form are in this page alone. While they are, it asks before it is left. */
export function tellUnkept(formId: string, now: boolean): void {
  if (unkept.has(formId) === now) return
  if (now) unkept.add(formId)
  else unkept.delete(formId)
  if (unkept.size > 0) window.addEventListener('beforeunload', stay)
  else window.removeEventListener('beforeunload', stay)
  for (const listener of listeners) listener()
}

/** Whether changes of this form, without one of any form, are in this page alone. */
export function useUnkept(formId?: string): boolean {
  return useSyncExternalStore(subscribe, () => (formId === undefined ? unkept.size > 0 : unkept.has(formId)))
}

function stay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
