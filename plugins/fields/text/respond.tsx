import { useEffect, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { countCharacters } from './answer.ts'
import type { Settings } from './field.ts'

export default function Text(props: ControlProps<Settings, string, string>) {
  const { block, name, id, problems, describedBy, disabled, set, t } = props
  const { minLength, maxLength, counter, autocomplete, secret } = block.settings
  const limit = maxLength ?? minLength
  const counted = counter && limit !== undefined
  const of = maxLength === undefined ? 'min' : 'max'
  const raw = props.raw ?? ''
  const typed = counted ? countCharacters(raw) : 0
  // Without a script nothing counts: then only the limit is said.
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
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
          {t(`${live ? 'counter' : 'limit'}.${of}`, {
            count: live && of === 'min' ? typed : limit,
            typed,
            [of]: limit,
          })}
        </p>
      )}
    </>
  )
}
