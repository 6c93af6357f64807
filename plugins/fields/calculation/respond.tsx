import type { ControlProps } from '@formwright/kit/control'
import { shown, type Answer } from './answer.ts'
import type { Settings } from './field.ts'

/** The result, announced when it changes. It is never posted: the server computes its own. */
export default function Calculation({
  block,
  id,
  answer,
  describedBy,
  locale,
}: ControlProps<Settings, Answer, unknown>) {
  const [before, text, after] = answer === undefined ? [] : shown(answer, block.settings, locale)
  return (
    <output className="fw-output" id={id} aria-describedby={describedBy}>
      {before}
      {/* by itself: in an Arabic page its sign would come to stand behind it */}
      <bdi>{text}</bdi>
      {after}
    </output>
  )
}
