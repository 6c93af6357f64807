import type { ResultProps } from '@formwright/kit/control'
import { shown, type Answer as Result } from './answer.ts'
import type { Settings } from './field.ts'

/** What the browser says its language is may be no name of a locale. */
const { locale: OWN } = new Intl.NumberFormat().resolvedOptions()

type Props = ResultProps<Settings, Result>

/** The result as respondents saw it, a number in the creator's own notation. */
export function Cell(props: Props) {
  return <span>{words(props)}</span>
}

/** The same, as a paragraph. */
export function Answer(props: Props) {
  return <p className="fw-result">{words(props)}</p>
}

function words({ answer, settings }: Props): string {
  return shown(answer, settings, OWN).join('')
}
