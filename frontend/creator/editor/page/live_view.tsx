import { useRef, useState } from 'react'
import { useLater } from '@formwright/kit/later'
import type { AnyControl } from '@formwright/kit/found'
import { Mounted } from '../../../respondent/live_control.tsx'
import type { LiveModule } from '../../../respondent/live_root.tsx'

const importLive = (address: string): Promise<LiveModule> => import(/* @vite-ignore */ address)

/**
 * The control of a kind that has a live part: the very one of the public page, from the same script, once it is seen.
 * Nothing in it takes keys, presses or the focus, whatever its libraries listen to. What it is has been said by the block.
 */
export function shownLive(Control: AnyControl, address: string): AnyControl {
  let known: LiveModule | undefined
  const load = async () => (known = await importLive(address))
  return function LiveView(props) {
    const place = useRef<HTMLDivElement>(null)
    const [broken, setBroken] = useState(false)
    const came = useLater(place, load)
    // the next one, or the same one seen again, is as high as it will be from the start
    const live = came ?? known
    const { Text: _, focus: __, ...own } = props
    return (
      <div ref={place} inert>
        {live && !broken ? (
          // libraries are given the settings as they begin
          <Mounted
            key={JSON.stringify(props.block.settings)}
            live={live}
            own={own}
            fail={() => setBroken(true)}
          />
        ) : (
          <Control {...props} />
        )}
      </div>
    )
  }
}
