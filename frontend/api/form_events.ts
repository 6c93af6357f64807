import { useEffect, useRef } from 'react'
import type { FormEvent } from './event_source.ts'
import { listenTo } from './shared_stream.ts'

/** Calls `listener` for everything that happens to the form while the component is shown. */
export function useFormEvents(formId: string | undefined, listener: (event: FormEvent) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (formId === undefined) return
    return listenTo(formId, (event) => latest.current(event))
  }, [formId])
}
