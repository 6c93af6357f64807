import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'

/** What is seen while the app finds out who is there. */
export function Starting() {
  return (
    <DelayedFallback>
      <Center component="main" id="main" tabIndex={-1} h="100dvh">
        <VisuallyHidden component="h1">Loading</VisuallyHidden>
        <Loader aria-hidden />
      </Center>
    </DelayedFallback>
  )
}
