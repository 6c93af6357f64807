import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import type { Settings } from './field.ts'
import './respond.css'

/** A longer text is higher than any screen. */
const SEEN = 10_000

export default function Textarea(props: ControlProps<Settings, string, string>) {
  const { block, name, id, problems, describedBy, disabled, set } = props
  const { rows, grow } = block.settings
  const raw = props.raw ?? ''
  const counter = useCounter(props)
  return (
    <>
      <div className="fw-lines" data-text={grow ? raw.slice(0, SEEN) : undefined}>
        <textarea
          className="fw-input"
          id={id}
          name={name}
          rows={rows}
          value={raw}
          placeholder={block.placeholder}
          aria-required={block.required || undefined}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={[describedBy, counter?.id].filter(Boolean).join(' ') || undefined}
          disabled={disabled}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </div>
      {counter && (
        <p className="fw-counter" id={counter.id}>
          {counter.text}
        </p>
      )}
    </>
  )
}
