import type { ControlProps } from '../../kit/control.ts'
import type { Answer } from './answer.ts'
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
  if (answer === undefined) return t('nothing')
  const { prefix, suffix } = settings
  if (typeof answer === 'boolean') return t(answer ? 'yes' : 'no')
  return `${prefix}${typeof answer === 'number' ? digits(answer, settings, locale) : answer}${suffix}`
}

function digits(number: number, { decimals, grouping }: Settings, locale: string): string {
  const options = {
    useGrouping: grouping,
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 15,
  }
  try {
    return new Intl.NumberFormat(locale, options).format(number)
  } catch {
    return new Intl.NumberFormat('en', options).format(number)
  }
}
