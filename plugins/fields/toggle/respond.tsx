import type { ControlProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'
import './respond.css'

/** A switch. It says itself whether it is on: the words beside it are for the eye, and the style shows one of them. */
export default function Toggle(props: ControlProps<Settings, boolean, boolean>) {
  const { block, name, id, raw, problems, describedBy, disabled, set, Text } = props
  const { onLabel, offLabel } = block.settings
  return (
    <label className="fw-toggle">
      <input
        type="checkbox"
        role="switch"
        id={id}
        name={name}
        value="on"
        checked={raw === true}
        aria-required={block.required || undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
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
