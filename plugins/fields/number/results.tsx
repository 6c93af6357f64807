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

/** One for the settings of each version: a table writes many numbers, and making a format takes long. */
const formats = new WeakMap<Settings, Intl.NumberFormat>()

function shown(number: number, settings: Settings): string {
  let format = formats.get(settings)
  if (!format) {
    format = new Intl.NumberFormat(undefined, {
      useGrouping: settings.grouping,
      minimumFractionDigits: settings.decimals ?? 0,
      maximumFractionDigits: 100,
    })
    formats.set(settings, format)
  }
  return `${settings.prefix}${format.format(number)}${settings.suffix}`
}
