import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorView } from './error_view.tsx'

/** An address that leads nowhere, with the address, and what may have become of what was there. */
export function NotFoundPage(props: { hint?: ReactNode; action?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorView
      status={404}
      message={
        <>
          {`Page Not Found: ${pathname}`}
          {props.hint && <br />}
          {props.hint}
        </>
      }
      action={props.action}
    />
  )
}
