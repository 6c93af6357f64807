import { useEffect, useState } from 'react'
import type { ControlProps } from './control.ts'

// What controls share. A page has it once, however many kinds it shows.

type Asked = Pick<
  ControlProps<unknown, unknown, unknown>,
  'block' | 'name' | 'id' | 'problems' | 'describedBy' | 'disabled'
>

/** What an input says of itself, for `<input {...inputProps(props)} />`: name and id, whether it must be filled in, what is wrong. */
export function inputProps({ block, name, id, problems, describedBy, disabled }: Asked) {
  return {
    className: 'fw-input',
    id,
    name,
    disabled,
    'aria-required': block.required || undefined,
    'aria-invalid': problems.length > 0 || undefined,
    'aria-describedby': describedBy,
  }
}

/** False until the page's script has taken over; without one, for ever. */
export function useLive(): boolean {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return live
}
