import { useEffect, useRef, useState } from 'react'
import type { LiveProps } from '@formwright/kit/control'
import type { AnyControl } from '@formwright/kit/found'
import type { AnySettings } from '@formwright/kit/field'
import type { LiveModule, LiveRoot } from './live_root.tsx'

type Props = LiveProps<AnySettings, unknown, unknown>

/**
 * A control whose kind has a `live.tsx`: what `respond.tsx` draws, until somebody sees, touches or focuses it and what
 * stands at the address has come. It is part of the kind's own script; a page without the kind knows nothing of it.
 */
export function withLive(Control: AnyControl, address: string): AnyControl {
  return function LiveControl(props) {
    const place = useRef<HTMLDivElement>(null)
    const [live, setLive] = useState<LiveModule>()
    const [broken, setBroken] = useState(false)
    const hadFocus = useRef(false)
    useEffect(() => {
      if (!place.current || live) return
      return whenWanted(place.current, async () => {
        const module: LiveModule = await import(/* @vite-ignore */ address)
        hadFocus.current = place.current?.contains(document.activeElement) === true
        setLive(module)
      })
    }, [live])
    // What failed once is not tried again: it would fail with the next letter, too.
    if (live && !broken) {
      const { Text: _, focus: __, ...own } = props
      return <Mounted live={live} own={own} focus={hadFocus.current} fail={() => setBroken(true)} />
    }
    return (
      <div key="plain" ref={place}>
        <Control {...props} />
      </div>
    )
  }
}

/** The place of the live part, which has a root of its own: nothing of the page is drawn into it. */
function Mounted({
  live,
  own,
  focus,
  fail,
}: {
  live: LiveModule
  own: Props
  focus: boolean
  fail: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const root = useRef<LiveRoot | undefined>(undefined)
  useEffect(() => {
    root.current ??= place.current ? live.mount(place.current, fail) : undefined
    root.current?.draw(own)
  })
  useEffect(() => {
    if (focus)
      place.current?.querySelector<HTMLElement>('input, textarea, select, button, [tabindex]')?.focus()
    return () => root.current?.end()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: what had the focus had it before
  }, [])
  return <div key="live" ref={place} />
}

/** Loads once the element is seen, touched or focused; when that fails, at the next touch or focus. Returns how to stop. */
function whenWanted(element: HTMLElement, load: () => Promise<void>): () => void {
  let loading = false
  const want = () => {
    if (loading) return
    loading = true
    load().catch(() => {
      loading = false
    })
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) want()
  })
  observer.observe(element)
  for (const touch of ['focusin', 'pointerdown']) element.addEventListener(touch, want)
  return () => {
    observer.disconnect()
    for (const touch of ['focusin', 'pointerdown']) element.removeEventListener(touch, want)
  }
}
