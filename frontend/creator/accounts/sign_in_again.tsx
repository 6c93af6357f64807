import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useUser, whoIsSignedIn } from '../../api/accounts.ts'
import { signInAgain } from '../../api/questions.ts'
import { hearOtherTabs } from '../../api/session_news.ts'
import { signInPath } from './next_path.ts'

const Dialog = lazy(() => import('./sign_in_again_dialog.tsx'))

/**
 * Asks for the password in front of the page once its session has ended (by time, from another browser, by signing
 * out in another tab): what was typed is still there afterwards, and what was underway goes on.
 */
export function SignInAgain() {
  const [person] = useState(useUser())
  const [wanted, setWanted] = useState(false)
  const [answer, setAnswer] = useState<((again: boolean) => void) | null>(null)

  const end = useCallback(
    (again: boolean) => {
      setAnswer(null)
      answer?.(again)
      // All that the page holds belongs to somebody who is not here any more.
      if (!again) window.location.assign(signInPath(window.location))
    },
    [answer],
  )

  useEffect(
    () =>
      signInAgain.askWith(() => {
        setWanted(true)
        return new Promise((resolve) => setAnswer(() => resolve))
      }),
    [],
  )

  useEffect(
    () =>
      hearOtherTabs((news) => {
        if (news === 'signed-out') {
          void signInAgain.asked()
          return
        }
        void whoIsSignedIn().then((now) => {
          if (now.id === person?.id) end(true)
          else window.location.assign('/home')
        })
      }),
    [person, end],
  )

  if (!wanted || !person) return null
  return (
    <Suspense>
      <Dialog opened={answer !== null} person={person} onEnd={end} />
    </Suspense>
  )
}
