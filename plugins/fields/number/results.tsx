import type { ResultProps } from '@formwright/kit/control'
import { affixesOf, localized } from '@formwright/kit/decimal'
import { plain } from './answer.ts'
import type { Settings } from './field.ts'

/** The number in the creator’s own notation. */
export function Cell({ answer, settings }: ResultProps<Settings, number>) {
  return <span>{shown(answer, settings)}</span>
}

/** The same, as a paragraph. */
export function Answer({ answer, settings }: ResultProps<Settings, number>) {
  return <p className="fw-result">{shown(answer, settings)}</p>
}

function shown(number: number, settings: Settings): string {
  const [before, after] = affixesOf(settings, undefined)
  return before + localized(plain(number, settings.decimals), undefined, settings.grouping) + after
}
