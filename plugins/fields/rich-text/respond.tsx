import type { ControlProps } from '@formwright/kit/control'
import { useCounter } from '@formwright/kit/counter'
import { inputProps } from '@formwright/kit/input'
import type { Answer, Raw } from './answer.ts'
import type { Settings } from './field.ts'
import { textOf } from './plain.ts'

/** The text without its format, until the editor is there. What was formatted before stays so while nobody changes the text. */
export default function PlainRichText(props: ControlProps<Settings, Answer, Raw>) {
  const { block, name, raw = '', describedBy, disabled, set } = props
  const text = textOf(raw)
  const counter = useCounter({ ...props, raw: text })
  return (
    <>
      <textarea
        {...inputProps(props)}
        rows={6}
        value={text}
        placeholder={block.placeholder}
        aria-describedby={[describedBy, counter?.id].filter(Boolean).join(' ') || undefined}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {raw !== text && (
        <input type="hidden" name={`${name}.tree`} value={JSON.stringify(raw)} disabled={disabled} />
      )}
      {counter && (
        <p className="fw-counter" id={counter.id}>
          {counter.text}
        </p>
      )}
    </>
  )
}
