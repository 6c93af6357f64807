import { useDeferredValue, type ReactNode } from 'react'

/** Shows its content as soon as what stands around it is drawn: the page itself comes first, its sides follow. */
export function Deferred(props: { children: ReactNode }) {
  return useDeferredValue(true, false) ? props.children : null
}
