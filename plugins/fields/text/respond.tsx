import type { ControlProps } from '../../kit/control.ts'
import { countCharacters } from './answer.ts'
import type { Settings } from './field.ts'

export default function Text(props: ControlProps<Settings, string, string>) {
  const { block, name, id, problems, describedBy, disabled, set, t } = props
  const { minLength, maxLength, counter, autocomplete, secret } = block.settings
  const limit = maxLength ?? minLength
  const counted = counter && limit !== undefined
  const raw = props.raw ?? ''
  return (
    <>
      <input
        className="fw-input"
        type={secret ? 'password' : 'text'}
        id={id}
        name={name}
        value={raw}
        placeholder={block.placeholder}
        autoComplete={autocomplete}
        inputMode={
          autocomplete === 'email' || autocomplete === 'tel' || autocomplete === 'url'
            ? autocomplete
            : undefined
        }
        aria-required={block.required || undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={[describedBy, counted && `${id}-counter`].filter(Boolean).join(' ') || undefined}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {counted && (
        <p className="fw-counter" id={`${id}-counter`}>
          {maxLength === undefined
            ? t('counter.min', { count: countCharacters(raw), min: limit })
            : t('counter.max', { count: countCharacters(raw), max: maxLength })}
        </p>
      )}
    </>
  )
}
