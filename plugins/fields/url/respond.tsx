import type { ControlProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** An address in the web. With `type="url"` browsers would refuse one without `https://`, which is added here. */
export default function Url(props: ControlProps<Settings, string, string>) {
  const { block, name, id, problems, describedBy, disabled, set } = props
  return (
    <input
      className="fw-input"
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      id={id}
      name={name}
      value={props.raw ?? ''}
      placeholder={block.placeholder}
      aria-required={block.required || undefined}
      aria-invalid={problems.length > 0 || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
