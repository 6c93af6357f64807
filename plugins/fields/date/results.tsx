import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Answer as Given } from './answer.ts'
import { shownDay } from './day.ts'
import type { Settings } from './field.ts'

/** A day in the creator's own notation. */
export function Cell({ value }: CellProps<Settings, Given>) {
  return <span>{shownDay(String(value))}</span>
}

/** The same, as a paragraph; both days of a range. */
export function Answer({ answer }: ResultProps<Settings, Given>) {
  const days = typeof answer === 'string' ? [answer] : [answer.from, answer.to]
  return <p className="fw-result">{days.map((day) => shownDay(day)).join(' – ')}</p>
}
