import { type RefObject, useEffect, useRef } from 'react'

/** Marks a form that is longer than the window: what was refused in it is led to, wherever the button was. */
export function useFirstError(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!error) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true], .mantine-InputWrapper-error')
    if (first?.matches('[aria-invalid]')) first.focus()
    else (first ?? form.current)?.scrollIntoView({ block: first ? 'center' : 'start' })
  }, [error])
  return form
}
