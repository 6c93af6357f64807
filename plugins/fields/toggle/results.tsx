import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The word for on or off. */
export function Cell({ answer, settings }: CellProps<Settings, boolean>) {
  return <span>{answer ? settings.onLabel : settings.offLabel}</span>
}

/** The same, as a paragraph. */
export function Answer({ answer, settings }: ResultProps<Settings, boolean>) {
  return <p className="fw-result">{answer ? settings.onLabel : settings.offLabel}</p>
}
