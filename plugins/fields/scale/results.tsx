import type { ResultProps } from '@formwright/kit/control'
import { decimal, localized } from '@formwright/kit/decimal'
import type { Settings } from './field.ts'

/** The number in the creator’s own notation. */
export function Cell({ answer }: ResultProps<Settings, number>) {
  return <span>{localized(decimal(answer), undefined, true)}</span>
}

/** The same with the last number of the scale, and what the number means where it stands at an end. */
export function Answer({ answer, settings }: ResultProps<Settings, number>) {
  const { min, max, startLabel, endLabel } = settings
  const words = answer === min ? startLabel : answer === max ? endLabel : ''
  return (
    <p className="fw-result">
      {localized(decimal(answer), undefined, true)}
      {words !== '' && ` (${words})`}
    </p>
  )
}
