import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import type { Settings } from './field.ts'

export default function Text(props: ControlProps<Settings, string, string>) {
  const { block, name, id, problems, describedBy, disabled, set } = props
  const { autocomplete, secret } = block.settings
  const counter = useCounter(props)
  return (
    <>
      <input
        className="fw-input"
        type={secret ? 'password' : 'text'}
        id={id}
        name={name}
        value={props.raw ?? ''}
        placeholder={block.placeholder}
        autoComplete={autocomplete}
        inputMode={
          autocomplete === 'email' || autocomplete === 'tel' || autocomplete === 'url'
            ? autocomplete
            : undefined
        }
        aria-required={block.required || undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={[describedBy, counter?.id].filter(Boolean).join(' ') || undefined}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {counter && (
        <p className="fw-counter" id={counter.id}>
          {counter.text}
        </p>
      )}
    </>
  )
}
