import type { ResultProps } from '@formwright/kit/control'
import { affixed } from '@formwright/kit/decimal'
import { plain } from './answer.ts'
import type { Settings } from './field.ts'

/** What the browser says its language is may be no name of a locale. */
const { locale: OWN } = new Intl.NumberFormat().resolvedOptions()

/** The number in the creator’s own notation. */
export function Cell({ answer, settings }: ResultProps<Settings, number>) {
  return <span>{shown(answer, settings)}</span>
}

/** The same, as a paragraph. */
export function Answer({ answer, settings }: ResultProps<Settings, number>) {
  return <p className="fw-result">{shown(answer, settings)}</p>
}

function shown(number: number, settings: Settings): string {
  return affixed(plain(number, settings.decimals), settings, OWN).join('')
}
