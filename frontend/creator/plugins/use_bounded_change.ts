import { useEffect, useRef, useState } from 'react'

/** So often settings may change without anybody doing something: a part that goes on changes them for ever. */
const MOST = 200

const DOINGS = ['keydown', 'pointerdown', 'pointermove', 'input', 'paste', 'drop']

/**
 * A change of settings for a part of a plugin. Throws, for the boundary around the part, once it changes them again and again by
 * itself: that would go on for ever, be saved each time, and leave no room for anything else.
 */
export function useBoundedChange<T>(change: (patch: T) => void): (patch: T) => void {
  const unasked = useRef(0)
  const [endless, setEndless] = useState(false)
  useEffect(() => {
    const asked = () => {
      unasked.current = 0
    }
    for (const doing of DOINGS) window.addEventListener(doing, asked, { capture: true, passive: true })
    return () => {
      for (const doing of DOINGS) window.removeEventListener(doing, asked, { capture: true })
    }
  }, [])
  if (endless) throw new Error('it changes its settings again and again by itself')
  return (patch) => {
    unasked.current += 1
    if (unasked.current > MOST) setEndless(true)
    else change(patch)
  }
}
