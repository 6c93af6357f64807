import { shownMoment } from '@formwright/kit/day'
import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Answer as Given } from './answer.ts'
import type { Settings } from './field.ts'

/** In the creator's own notation. */
export function Cell({ value, settings }: CellProps<Settings, Given>) {
  return <span>{shown(String(value), settings)}</span>
}

/** The same, as a paragraph; both of a range. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  const moments = typeof answer === 'string' ? [answer] : [answer.from, answer.to]
  return <p className="fw-result">{moments.map((moment) => shown(moment, settings)).join(' – ')}</p>
}

function shown(moment: string, { dateStyle, hours }: Settings): string {
  return shownMoment(moment, undefined, dateStyle, hours)
}
