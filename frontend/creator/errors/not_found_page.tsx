import { useLocation } from 'react-router'
import { ErrorView } from './error_view.tsx'

/** An address that leads nowhere, with the address. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  return <ErrorView status={404} message={`Page Not Found: ${pathname}`} />
}
