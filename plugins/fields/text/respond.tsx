import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'

export default function Text(props: ControlProps<Settings, string, string>) {
  const { block, describedBy, set } = props
  const { autocomplete, secret } = block.settings
  const counter = useCounter(props)
  return (
    <>
      <input
        {...inputProps(props)}
        type={secret ? 'password' : 'text'}
        value={props.raw ?? ''}
        placeholder={block.placeholder}
        autoComplete={autocomplete}
        inputMode={(['email', 'tel', 'url'] as const).find((one) => one === autocomplete)}
        aria-describedby={[describedBy, counter?.id].filter(Boolean).join(' ') || undefined}
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
