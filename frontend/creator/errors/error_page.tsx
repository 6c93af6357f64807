import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../../api/api_error.ts'
import { ErrorView } from './error_view.tsx'
import { NotFoundPage } from './not_found_page.tsx'

const GUARD = 'formwright-reloaded-at'
const GUARD_MS = 10_000

/** Whether a page's code could not be loaded, as after a new build has replaced the files. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
  )
}

function mayReload(): boolean {
  return Date.now() - Number(sessionStorage.getItem(GUARD) ?? 0) > GUARD_MS
}

/** What a route shows when it failed. A page whose code is gone is loaded anew once, at its own address. */
export function ErrorPage() {
  const error = useRouteError()
  const reloading = isMissingChunk(error) && mayReload()
  useEffect(() => {
    if (!reloading) {
      console.error(error)
      return
    }
    sessionStorage.setItem(GUARD, String(Date.now()))
    window.location.reload()
  }, [reloading, error])

  if (reloading) return null
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status > 0)
    return <ErrorView status={error.status} message={error.message} />
  return (
    <ErrorView
      status={500}
      message={
        error instanceof ApiError
          ? error.message
          : 'This page has stopped. What was saved is safe; reload to go on.'
      }
    />
  )
}
