import type { ControlProps } from '@formwright/kit/control'
import { localized } from '@formwright/kit/decimal'
import { plain, type Answer } from './answer.ts'
import type { Settings } from './field.ts'

/** The result, announced when it changes. It is never posted: the server computes its own. */
export default function Calculation({
  block,
  id,
  answer,
  describedBy,
  locale,
  t,
}: ControlProps<Settings, Answer, unknown>) {
  return (
    <output className="fw-output" id={id} aria-describedby={describedBy}>
      {shown(answer, block.settings, locale, t)}
    </output>
  )
}

type Texts = ControlProps<Settings, Answer, unknown>['t']

function shown(answer: Answer | undefined, settings: Settings, locale: string, t: Texts): string {
  if (answer === undefined) return ''
  const { prefix, suffix, decimals, grouping } = settings
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
  const text = typeof answer === 'number' ? localized(plain(answer, decimals), locale, grouping) : answer
  return prefix + text + suffix
}
