import { useEffect } from 'react'
import { focusPage } from './focus_page.ts'
import { takesFocus } from './takes_focus.ts'

/** What goes when something of it is chosen, or by itself. */
const PASSING = '[role=menu], [role=listbox], .mantine-Notification-root'
/** So many places are remembered, for dialogs that open over dialogs. */
const REMEMBERED = 10

let places: readonly HTMLElement[] = []

/** Remembers what has the focus, unless it lies in a menu, a list or a message. */
export function rememberPlace(element: HTMLElement): void {
  if (element.closest(PASSING)) return
  places = [...places.filter((place) => place !== element && place.isConnected), element].slice(-REMEMBERED)
}

/** Gives the focus to the last place that had it and can take it; where there is none, to the page. */
export function focusLastPlace(among = places): void {
  const place = among.findLast(takesFocus)
  if (place) place.focus({ preventScroll: true })
  else focusPage()
}

/**
 * When a dialog closes, gives the focus back to what had it before; where a menu led to it, to the menu's button. Where
 * it was given to something else meanwhile, it stays there.
 */
export function useReturnFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const before = places
    return () => {
      const { activeElement } = document
      const elsewhere = activeElement !== document.body && activeElement?.closest('[role=dialog]') === null
      if (!elsewhere) focusLastPlace(before)
    }
  }, [opened])
}
