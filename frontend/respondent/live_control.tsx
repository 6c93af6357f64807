import { useLayoutEffect, useRef, useState } from 'react'
import { useLater } from '@formwright/kit/later'
import type { LiveProps } from '@formwright/kit/control'
import type { AnyControl } from '@formwright/kit/found'
import type { AnySettings } from '@formwright/kit/field'
import { drawing } from './drawing.ts'
import type { LiveModule, LiveRoot } from './live_root.tsx'

type Props = LiveProps<AnySettings, unknown, unknown>

/**
 * A control whose kind has a `live.tsx`: what `respond.tsx` draws, until somebody sees, touches or focuses it and what
 * stands at the address has come. It is part of the kind's own script; a page without the kind knows nothing of it.
 */
export function withLive(Plain: AnyControl, address: string): AnyControl {
  const Control = drawing(Plain)
  return function LiveControl(props) {
    const place = useRef<HTMLDivElement>(null)
    const [broken, setBroken] = useState(false)
    const live = useLater<LiveModule>(place, () => import(/* @vite-ignore */ address))
    const { Text: _, focus: __, ...own } = props
    return (
      <div ref={place}>
        {/* What failed once is not tried again: it would fail with the next letter, too. */}
        {live && !broken ? (
          <Mounted live={live} own={own} fail={() => setBroken(true)} />
        ) : (
          <Control {...props} />
        )}
      </div>
    )
  }
}

/** The place of the live part, which has a root of its own: nothing of the page is drawn into it. */
export function Mounted({ live, own, fail }: { live: LiveModule; own: Props; fail: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const root = useRef<LiveRoot | undefined>(undefined)
  // in the moment in which the plain control goes: what is typed in between would be lost
  useLayoutEffect(() => {
    root.current ??= place.current ? live.mount(place.current, fail) : undefined
    root.current?.draw(own)
  })
  useLayoutEffect(() => () => root.current?.end(), [])
  return <div ref={place} />
}
