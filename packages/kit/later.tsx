import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Loaded } from './when_wanted.tsx'

/**
 * What `load` brings, once the element at `place` is first seen, touched or focused; undefined until then, and for as long
 * as it cannot be loaded: a touch or the focus tries again. The element stays, what is drawn in it may become something
 * else: what had the focus then hands it on. What sees to all that comes later itself.
 */
export function useLater<M>(place: RefObject<HTMLElement | null>, load: () => Promise<M>): M | undefined {
  const [loaded, setLoaded] = useState<Loaded<M>>()
  const loader = useRef(load)
  useEffect(() => {
    const wait = () => import('./when_wanted.tsx')
    void wait()
      .catch(wait)
      .then(({ whenWanted }) => place.current && whenWanted(place.current, loader.current, setLoaded))
  }, [place])
  // at once: a letter that is typed before the focus is handed on is lost
  useLayoutEffect(() => {
    loaded?.drawn()
  }, [loaded])
  return loaded?.module
}
