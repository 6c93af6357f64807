import { lazy, Suspense, useEffect, useState } from 'react'
import { passwordOnceMore } from '../../api/questions.ts'

const Dialog = lazy(() => import('./confirm_password_dialog.tsx'))

/** Asks for the password when a call needs it once more, whichever call that is. */
export function ConfirmPassword() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  const [asked, setAsked] = useState(false)
  useEffect(
    () =>
      passwordOnceMore.askWith(() => {
        setAsked(true)
        return new Promise((resolve) => setAnswer(() => resolve))
      }),
    [],
  )
  if (!asked) return null
  const end = (confirmed: boolean) => {
    answer?.(confirmed)
    setAnswer(null)
  }
  return (
    <Suspense>
      <Dialog opened={answer !== null} onEnd={end} />
    </Suspense>
  )
}
