import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '../../api/api_error.ts'
import { useUnkept } from '../../api/unkept.ts'
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
  // What has not been loaded yet cannot be had without a connection: loading anew would lose the app as well.
  const [cutOff] = useState(isMissingChunk(error) && !navigator.onLine)
  const unkept = useUnkept()
  const [reloading] = useState(!cutOff && isMissingChunk(error) && mayReload())
  useEffect(() => {
    if (!cutOff || unkept) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [cutOff, unkept])
  useEffect(() => {
    if (!reloading) {
      console.error(error)
      return
    }
    sessionStorage.setItem(GUARD, String(Date.now()))
    window.location.reload()
  }, [reloading, error])

  if (reloading) return null
  if (cutOff) return <NoConnection words="This page opens by itself when the connection is back." />
  if (error instanceof ApiError && error.status === 0) return <NoConnection action={<Reload />} />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiError)
    return (
      <ErrorView status={error.status} message={error.message} action={error.status >= 500 && <Reload />} />
    )
  return (
    <ErrorView
      status={500}
      message="This page stopped working. Everything saved is safe. Reload to continue."
      action={<Reload />}
    />
  )
}

function NoConnection(props: { words?: string; action?: ReactNode }) {
  const { words = '', action } = props
  const kept = useUnkept()
    ? 'Everything saved is safe. Your last changes in the editor are not saved, and this browser cannot keep them: go back there, and leave it open.'
    : `Everything saved is safe, and your changes in the editor are kept on this device. ${words}`
  const message = `The server cannot be reached. ${kept}`
  return <ErrorView title="No connection" message={message} action={action} />
}

function Reload() {
  return <Button onClick={() => window.location.reload()}>Try again</Button>
}
