import type { CellProps, ResultProps } from '@formwright/kit/control'
import { decimal, localized } from '@formwright/kit/decimal'
import type { Settings } from './field.ts'

/** The number in the creator’s own notation, and of how many. */
export function Cell({ answer, settings, t }: CellProps<Settings, number>) {
  return <span>{shown(answer, settings, t)}</span>
}

/** The same, as a paragraph. */
export function Answer({ answer, settings, t }: ResultProps<Settings, number>) {
  return <p className="fw-result">{shown(answer, settings, t)}</p>
}

function shown(number: number, { max }: Settings, t: ResultProps<Settings, number>['t']): string {
  return t('point', { value: localized(decimal(number), undefined, true), max })
}
