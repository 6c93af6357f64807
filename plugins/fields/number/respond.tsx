import { useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { affixesOf, localized } from '@formwright/kit/decimal'
import { plain, type Raw } from './answer.ts'
import type { Settings } from './field.ts'

export default function Number(props: ControlProps<Settings, number, Raw>) {
  const { block, raw, answer, problems, locale, set } = props
  const { decimals, grouping } = block.settings
  const [before, after] = affixesOf(block.settings, locale).map((affix) => affix.trim())
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
  if (!before && !after) return input
  return (
    <span className="fw-affixed">
      {before && <span className="fw-affix">{before}</span>}
      {input}
      {after && <span className="fw-affix">{after}</span>}
    </span>
  )
}
