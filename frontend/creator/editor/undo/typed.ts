import { useState } from 'react'
import { useDraft, useEditor } from '../use_editor.ts'

/**
 * What somebody types into a field before it can be taken into the draft. Undo and redo forget it: from then on the
 * field shows what the draft says.
 */
export function useTyped<T>(): [typed: T | undefined, setTyped: (typed: T | undefined) => void] {
  const { store } = useEditor()
  const replays = useDraft('history', store.replays)
  const [kept, setKept] = useState<{ typed: T | undefined; replays: number }>()
  return [
    kept?.replays === replays ? kept.typed : undefined,
    (typed) => setKept({ typed, replays: store.replays() }),
  ]
}
