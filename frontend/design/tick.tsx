import { useLayoutEffect, useRef } from 'react'
import classes from './tick.module.css'

/**
 * A checkbox without a visible name, as rows of a table have it. It looks like the library's own and is one element:
 * a table that is scrolled makes hundreds of them.
 */
export function Tick(props: {
  label: string
  checked: boolean
  /** some of what it stands for is ticked */
  partly?: boolean
  onChange: () => void
}) {
  const { partly = false } = props
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = partly
  }, [partly])
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes.tick}
      aria-label={props.label}
      checked={props.checked}
      onChange={props.onChange}
    />
  )
}
