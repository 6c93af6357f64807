import { getHotkeyHandler } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'

/** Something that opens and closes; its code is loaded when it is wanted first. */
interface Overlay {
  opened: boolean
  wanted: boolean
  open: () => void
  close: () => void
}

function useOverlay(): Overlay {
  const [state, setState] = useState({ opened: false, wanted: false })
  const open = useCallback(() => setState({ opened: true, wanted: true }), [])
  const close = useCallback(() => setState({ opened: false, wanted: true }), [])
  return { ...state, open, close }
}

/** Whether keys belong to what the person is typing in. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}

/** Keys that work on every page: Ctrl-K (Command-K) finds, `?` lists keys. */
export function useShellKeys(): { palette: Overlay; help: Overlay } {
  const palette = useOverlay()
  const help = useOverlay()
  const { open: openPalette } = palette
  const { open: openHelp } = help
  useEffect(() => {
    const find = getHotkeyHandler([['mod+K', openPalette]])
    const onKey = (event: KeyboardEvent) => {
      find(event)
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        openHelp()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openPalette, openHelp])
  return { palette, help }
}
