import { useEffect, useRef } from 'react'

/** What the keys of the submissions page do. */
interface KeyActions {
  opened: boolean
  next?: () => void
  previous?: () => void
  close: () => void
  search: () => void
}

/** J and K go through the submissions, Escape closes, `/` searches; not while typing or in a dialog. */
export function useSubmissionKeys(doing: KeyActions): void {
  const latest = useRef(doing)
  useEffect(() => {
    latest.current = doing
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]'))
        return
      const { opened, next, previous, close, search } = latest.current
      if (opened && event.key === 'j') next?.()
      else if (opened && event.key === 'k') previous?.()
      else if (opened && event.key === 'Escape') close()
      else if (event.key === '/') search()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
