import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'
import './respond.css'

/** A longer text is higher than any screen. */
const SEEN = 10_000

export default function Textarea(props: ControlProps<Settings, string, string>) {
  const { block, describedBy, set } = props
  const { rows, grow } = block.settings
  const raw = props.raw ?? ''
  const counter = useCounter(props)
  return (
    <>
      <div className="fw-lines" data-text={grow ? raw.slice(0, SEEN) : undefined}>
        <textarea
          {...inputProps(props)}
          rows={rows}
          value={raw}
          placeholder={block.placeholder}
          aria-describedby={[describedBy, counter?.id].filter(Boolean).join(' ') || undefined}
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
