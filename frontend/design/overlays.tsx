import { useEffect, useRef } from 'react'
import { useFocusKeeper } from './focus_keeper.ts'

const LOOSE = '[role=menu], [role=listbox], [role=tooltip]'

/**
 * Where menus, lists and hints hang: at the end of the page, over everything. While something does, it is a part of
 * the page with a name, so that it is found among the others; empty it is nothing. (Mantine puts its portals into the
 * element that bears this attribute.)
 */
export function Overlays() {
  const place = useRef<HTMLDivElement>(null)
  useFocusKeeper()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new MutationObserver(() => {
      if (element.querySelector(LOOSE)) {
        element.role = 'region'
        element.ariaLabel = 'Opened'
      } else {
        element.role = null
        element.ariaLabel = null
      }
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return <div ref={place} data-portal data-mantine-shared-portal-node />
}
