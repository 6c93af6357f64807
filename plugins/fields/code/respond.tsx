import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'
import './respond.css'

/** The code without its colours, until the editor is there. */
export default function PlainCode(props: ControlProps<Settings, string, string>) {
  const { block, describedBy, raw = '', set } = props
  const counter = useCounter(props)
  return (
    <>
      <textarea
        {...inputProps(props)}
        className="fw-input fw-code"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        value={raw}
        placeholder={block.placeholder}
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
