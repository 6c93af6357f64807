import { Anchor, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { services } from 'virtual:plugins'
import { finishConnection } from '../../api/connections.ts'
import { ErrorState } from '../../design/error_state.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { toast } from '../../design/toasts.tsx'
import { tellWindows } from './connect_window.ts'

/** Where a service sends people back to: hands on what it said, and leads on. */
export default function CallbackPage() {
  const { service = '' } = useParams()
  const [said] = useSearchParams()
  const navigate = useNavigate()
  const [state, setState] = useState<{ error?: unknown; done?: true }>({})
  const name = services[service]?.texts.name ?? service
  usePageTitle(`Connecting ${name}`)
  const begun = useRef(false)

  useEffect(() => {
    // what was brought back is good once
    if (begun.current) return
    begun.current = true
    finishConnection(service, said).then(
      ({ id, popup }) => {
        if (!popup) {
          toast.success(`${name} is connected.`)
          void navigate('/settings/connections', { replace: true })
          return
        }
        tellWindows({ service, id })
        setState({ done: true })
        window.close()
      },
      (error: unknown) => {
        tellWindows({ service, reason: error instanceof Error ? error.message : '' })
        // neither code nor state stay in the address
        void navigate(`/settings/connections/callback/${service}`, { replace: true })
        setState({ error })
      },
    )
  }, [service, said, name, navigate])

  return (
    <Stack gap="md" maw={560}>
      <Title order={2}>{state.done ? `${name} is connected` : `Connecting ${name}`}</Title>
      {state.done && <Text>You can close this window and go on where you were.</Text>}
      {state.error !== undefined && (
        <>
          <ErrorState error={state.error} />
          <Anchor component={Link} to="/settings/connections">
            Go to connections
          </Anchor>
        </>
      )}
      {!state.done && state.error === undefined && <Loader aria-label={`Connecting ${name}`} />}
    </Stack>
  )
}
