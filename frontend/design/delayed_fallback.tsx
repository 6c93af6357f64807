import { useEffect, useState, type ReactNode } from 'react'

/** Shows its content only after 200 ms: what is ready sooner needs no skeleton. */
export function DelayedFallback(props: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return shown ? <div aria-busy="true">{props.children}</div> : null
}
