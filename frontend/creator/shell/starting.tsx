import { Center, Loader } from '@mantine/core'
import { Late } from '../../design/late.tsx'

/** What is seen while the app finds out who is there. */
export function Starting() {
  return (
    <Late>
      <Center h="100dvh">
        <Loader aria-label="Loading" />
      </Center>
    </Late>
  )
}
