import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const TOUCHES = ['focusin', 'pointerdown'] as const
const FILLED_IN = 'input:not([type=hidden]), textarea, select, [role=textbox]'
const FOCUSABLE = 'button, [tabindex]'

/**
 * What `load` brings, once the element at `place` is first seen, touched or focused; undefined until then, and for as long
 * as it cannot be loaded: a touch or the focus tries again. The element stays, what is drawn in it may become something
 * else: what had the focus then hands it on.
 */
export function useLater<M>(place: RefObject<HTMLElement | null>, load: () => Promise<M>): M | undefined {
  const [loaded, setLoaded] = useState<{ module: M; hadFocus: boolean }>()
  const loader = useRef(load)
  // at once: a letter that is typed before the focus is handed on is lost
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    if (loaded) {
      if (loaded.hadFocus && !element.contains(document.activeElement))
        (
          element.querySelector<HTMLElement>(FILLED_IN) ?? element.querySelector<HTMLElement>(FOCUSABLE)
        )?.focus()
      return
    }
    let loading = false
    const want = () => {
      if (loading) return
      loading = true
      loader.current().then(
        (module) => setLoaded({ module, hadFocus: element.contains(document.activeElement) }),
        () => (loading = false),
      )
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) want()
    })
    observer.observe(element)
    for (const touch of TOUCHES) element.addEventListener(touch, want)
    return () => {
      observer.disconnect()
      for (const touch of TOUCHES) element.removeEventListener(touch, want)
    }
  }, [place, loaded])
  return loaded?.module
}
