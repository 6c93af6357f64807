import { getHotkeyHandler } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** Something that opens and closes; its code is loaded when it is wanted first. */
interface Overlay {
  opened: boolean
  wanted: boolean
  open: () => void
  close: () => void
}

function useOverlay(): Overlay {
  const [state, setState] = useState({ opened: false, wanted: false })
  return {
    ...state,
    open: () => setState({ opened: true, wanted: true }),
    close: () => setState({ opened: false, wanted: true }),
  }
}

/** Whether keys belong to what the person is typing in. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  )
}

/** Keys that work on every page: Ctrl-K (Command-K) finds, `?` lists keys. */
export function useShellKeys(): { palette: Overlay; help: Overlay } {
  const palette = useOverlay()
  const help = useOverlay()
  useEffect(() => {
    const find = getHotkeyHandler([['mod+K', () => palette.open()]])
    const onKey = (event: KeyboardEvent) => {
      find(event)
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        help.open()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { palette, help }
}
