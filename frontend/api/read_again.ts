import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Reads what has this key anew, so many milliseconds after it is asked for the first time, with all that happens until then.
 * What is on its way is not begun anew, or in a busy time it would never come: it is read once more behind it.
 */
export function useReadAgain(queryKey: readonly unknown[], afterMs: number): () => void {
  const client = useQueryClient()
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(due.current), [])
  const readAgain = () => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      if (client.isFetching({ queryKey }) > 0) readAgain()
      else void client.invalidateQueries({ queryKey })
    }, afterMs)
  }
  return readAgain
}
