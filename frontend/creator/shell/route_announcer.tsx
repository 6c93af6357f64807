import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells screen readers which page has come, as the browser would after loading one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  useEffect(() => {
    // The page sets its title in its own effect, some time after the address changed.
    const timer = setTimeout(() => setTitle(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {title}
    </VisuallyHidden>
  )
}
