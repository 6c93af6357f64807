import { useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'
import './row.css'

/** With hooks and what controls share, both of the page it comes to. */
export function Row(props: ControlProps<Settings, string, string>) {
  const [steps, setSteps] = useState(0)
  const value = props.raw ?? ''
  return (
    <div className="stars-row">
      <input
        {...inputProps(props)}
        value={value}
        onChange={(event) => props.set(event.currentTarget.value)}
      />
      <button
        type="button"
        onClick={() => {
          setSteps(steps + 1)
          props.set(`${value}*`)
        }}
      >
        One more
      </button>
      <output aria-label="Steps">{steps}</output>
    </div>
  )
}
