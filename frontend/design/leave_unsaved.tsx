import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from './confirm.tsx'
import { useHoldsUnsaved } from './unsaved.ts'

/** Asks before what was typed and is not saved is lost, because its page is left: by a link, by Back, by a reload. */
export function LeaveUnsaved({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(unsaved)
  const leaving = useRef(false)
  useHoldsUnsaved(unsaved)
  useEffect(() => {
    if (!unsaved) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [unsaved])
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      onConfirm={async () => {
        leaving.current = true
        blocker.proceed?.()
      }}
      onClose={() => {
        // who leaves by Back is not gone yet
        if (!leaving.current) blocker.reset?.()
      }}
    >
      What you changed is not saved.
    </Confirm>
  )
}
