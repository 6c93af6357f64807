import { useState } from 'react'
import type { ControlProps } from '@formwright/kit/control'
import { inputProps } from '@formwright/kit/input'
import { affixesOf, localized } from '@formwright/kit/decimal'
import { plain, type Raw } from './answer.ts'
import type { Settings } from './field.ts'

export default function Number(props: ControlProps<Settings, number, Raw>) {
  const { block, id, raw, answer, problems, describedBy, locale, set } = props
  const { decimals, grouping } = block.settings
  // without the mark of direction that Arabic begins amounts with: nobody sees it
  const affixes = affixesOf(block.settings, locale).map((affix) => affix.replace(/^\u200f/, '').trim())
  const [typing, setTyping] = useState(false)
  const tidy = !typing && grouping && answer !== undefined && problems.length === 0
  const held = tidy ? answer : raw
  const shown =
    typeof held === 'number'
      ? localized(plain(held, typing ? undefined : decimals), locale, tidy)
      : (held ?? '')
  const input = (
    <input
      {...inputProps(props)}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={block.placeholder}
      aria-describedby={
        [...affixes.map((text, at) => text && `${id}-${at}`), describedBy].filter(Boolean).join(' ') ||
        undefined
      }
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyping(true)
        set(event.currentTarget.value)
      }}
    />
  )
  const affix = (at: number) =>
    affixes[at] && (
      <span className="fw-affix" id={`${id}-${at}`}>
        {affixes[at]}
      </span>
    )
  return affixes.join('') === '' ? (
    input
  ) : (
    <span className="fw-affixed">
      {affix(0)}
      {input}
      {affix(1)}
    </span>
  )
}
