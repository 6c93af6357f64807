import type { ControlProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** Without the drawing: what is drawn, described. */
export default function Sketch({
  block,
  id,
  name,
  raw,
  describedBy,
  disabled,
  set,
}: ControlProps<Settings, string, string>) {
  return (
    <input
      className="fw-input"
      id={id}
      name={name}
      value={raw ?? ''}
      placeholder={block.settings.hint}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
