import type { ResultProps } from '@formwright/kit/control'
import { localized } from '@formwright/kit/decimal'
import { plain, type Answer as Result } from './answer.ts'
import type { Settings } from './field.ts'

type Props = ResultProps<Settings, Result>

/** The result as respondents saw it, a number in the creator's own notation. */
export function Cell(props: Props) {
  return <span>{shown(props)}</span>
}

/** The same, as a paragraph. */
export function Answer(props: Props) {
  return <p className="fw-result">{shown(props)}</p>
}

function shown({ answer, settings, t }: Props): string {
  const { prefix, suffix, decimals, grouping } = settings
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
  if (typeof answer === 'string') return `${prefix}${answer}${suffix}`
  return `${prefix}${localized(plain(answer, decimals), undefined, grouping)}${suffix}`
}
