import { useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { localized } from '@formwright/kit/decimal'
import { plain, type Raw } from './answer.ts'
import type { Settings } from './field.ts'

export default function Number(props: ControlProps<Settings, number, Raw>) {
  const { block, raw, answer, problems, locale, set } = props
  const { prefix, suffix, decimals, grouping } = block.settings
  const [typing, setTyping] = useState(false)
  const tidy = !typing && grouping && answer !== undefined && problems.length === 0
  const shown = tidy
    ? localized(plain(answer, decimals), locale, true)
    : typeof raw === 'number'
      ? localized(plain(raw, typing ? undefined : decimals), locale, false)
      : (raw ?? '')
  const input = (
    <input
      {...inputProps(props)}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={block.placeholder}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyping(true)
        set(event.currentTarget.value)
      }}
    />
  )
  if (prefix === '' && suffix === '') return input
  return (
    <span className="fw-affixed">
      {prefix !== '' && <span className="fw-affix">{prefix}</span>}
      {input}
      {suffix !== '' && <span className="fw-affix">{suffix}</span>}
    </span>
  )
}
