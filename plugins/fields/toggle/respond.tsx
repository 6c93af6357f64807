import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'
import './respond.css'

/** A switch. It says itself whether it is on: the words beside it are for the eye, and the style shows one of them. */
export default function Toggle(props: ControlProps<Settings, boolean, boolean>) {
  const { block, raw, set, Text } = props
  const { onLabel, offLabel } = block.settings
  return (
    <label className="fw-toggle">
      <input
        {...inputProps(props)}
        className={undefined}
        type="checkbox"
        role="switch"
        value="on"
        checked={raw === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span aria-hidden="true">
        <Text path="onLabel" value={onLabel} />
      </span>
      <span aria-hidden="true">
        <Text path="offLabel" value={offLabel} />
      </span>
    </label>
  )
}
