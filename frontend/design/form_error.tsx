import { Alert } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'

/** Why a form was not taken as a whole. Comes with the focus, which the button has lost while it was waiting. */
export function FormError(props: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <Alert ref={element} color="red" variant="light" role="alert" tabIndex={-1}>
      {props.children}
    </Alert>
  )
}
