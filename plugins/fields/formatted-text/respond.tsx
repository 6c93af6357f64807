import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Settings } from './field.ts'
import { asks, asTyped, exampleOf } from './mask.ts'

/** A line that takes its format while it is typed. What is changed within it is put in order as it is left. */
export default function FormattedText(props: ControlProps<Settings, string, string>) {
  const { block, describedBy, id, raw = '', set, t } = props
  const { mask } = block.settings
  const hint = `${id}-format`
  return (
    <>
      <input
        {...inputProps(props)}
        type="text"
        value={raw}
        placeholder={block.placeholder}
        inputMode={asks(mask).digitsOnly ? 'numeric' : undefined}
        autoComplete="off"
        aria-describedby={[describedBy, hint].filter(Boolean).join(' ')}
        onChange={(event) => {
          const { value, selectionEnd } = event.currentTarget
          const atEnd = selectionEnd === value.length && value.length > raw.length
          set(atEnd ? asTyped(mask, value) : value)
        }}
        onBlur={() => raw !== '' && set(asTyped(mask, raw))}
      />
      <p className="fw-counter" id={hint}>
        {t('format', { example: exampleOf(mask) })}
      </p>
    </>
  )
}
