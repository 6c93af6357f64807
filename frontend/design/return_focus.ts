import { useEffect } from 'react'

let holder: HTMLElement | undefined

/** Keeps what had the focus last outside of menus and lists. They go when something of them is chosen. */
function remember({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && !target.closest('[role=menu], [role=listbox]')) holder = target
}

/** Remembers who has the focus, for as long as the app is shown. */
export function useFocusMemory(): void {
  useEffect(() => {
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
}

/** When a dialog closes, gives the focus back to what had it before; where a menu led to it, to the menu's button. */
export function useReturnFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = holder
    return () => before?.focus({ preventScroll: true })
  }, [opened])
}
