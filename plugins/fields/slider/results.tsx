import type { CellProps, ResultProps } from '@formwright/kit/control'
import { decimal, localized } from '@formwright/kit/decimal'
import { type Answer as Given, withUnit } from './answer.ts'
import type { Settings } from './field.ts'

/** The number, or one end of the range, in the creator’s own notation. */
export function Cell({ answer, settings, part }: CellProps<Settings, Given>) {
  if (typeof answer === 'number') return <span>{shown(answer, settings)}</span>
  return <span>{shown(part === 'to' ? answer.to : answer.from, settings)}</span>
}

/** The number, or both ends. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  if (typeof answer === 'number') return <p className="fw-result">{shown(answer, settings)}</p>
  return (
    <p className="fw-result">
      {shown(answer.from, { ...settings, unit: '' })} – {shown(answer.to, settings)}
    </p>
  )
}

function shown(number: number, { unit }: Settings): string {
  return withUnit(localized(decimal(number), undefined, true), unit)
}
