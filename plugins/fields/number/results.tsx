import type { ResultProps } from '../../kit/control.ts'
import type { Settings } from './field.ts'

/** The number in the creator’s own notation. */
export function Cell({ answer, settings }: ResultProps<Settings, number>) {
  return <span>{shown(answer, settings)}</span>
}

/** The same, as a paragraph. */
export function Answer({ answer, settings }: ResultProps<Settings, number>) {
  return <p className="fw-result">{shown(answer, settings)}</p>
}

function shown(number: number, { prefix, suffix, decimals, grouping }: Settings): string {
  const digits = new Intl.NumberFormat(undefined, {
    useGrouping: grouping,
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: 100,
  })
  return `${prefix}${digits.format(number)}${suffix}`
}
