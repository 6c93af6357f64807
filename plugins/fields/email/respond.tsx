import { useRef, useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import type { Raw } from './answer.ts'
import type { Settings } from './field.ts'
import './respond.css'

const NOTHING: Raw = { email: '', again: '' }

/** An address, perhaps twice. `type="email"` would rewrite international domains and refuse what stands before them. */
export default function Email(props: ControlProps<Settings, string, Raw>) {
  const { block, name, id, disabled, set, t } = props
  const raw = props.raw ?? NOTHING
  const field = useRef<HTMLInputElement>(null)
  // somebody who is still typing needs no hint
  const [left, setLeft] = useState(false)
  const [hints, setHints] = useState<typeof import('./meant.ts')>()
  const meant = left && !disabled ? hints?.addressMeant(raw.email) : undefined
  const input = (part: 'email' | 'again') => ({
    ...inputProps(props),
    inputMode: 'email' as const,
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    value: raw[part],
  })
  return (
    <>
      <input
        {...input('email')}
        ref={field}
        placeholder={block.placeholder}
        onBlur={() => {
          setLeft(true)
          // without it the address is only not guessed
          void import('./meant.ts').then(setHints, () => undefined)
        }}
        onChange={(event) => {
          setLeft(false)
          set({ ...raw, email: event.currentTarget.value })
        }}
      />
      <div className="fw-counter" role="status">
        {meant !== undefined && (
          <>
            {t('meant')}{' '}
            <button
              type="button"
              className="fw-clear fw-meant"
              onClick={() => {
                // The button goes with the hint.
                field.current?.focus()
                set({ ...raw, email: meant, again: raw.again === raw.email ? meant : raw.again })
              }}
            >
              {meant}
            </button>
          </>
        )}
      </div>
      {block.settings.confirm && (
        <>
          <label className="fw-again" htmlFor={`${id}-again`}>
            {t('again')}
          </label>
          <input
            {...input('again')}
            id={`${id}-again`}
            name={`${name}.again`}
            onChange={(event) => set({ ...raw, again: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
