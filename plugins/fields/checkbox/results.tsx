import type { CellProps, ResultProps } from '@formwright/kit/control'
import answers, { type Answer as Given } from './answer.ts'
import type { Settings } from './field.ts'

/** The word for yes or no; of a consent also what was agreed to, in one line. */
export function Cell({ answer, settings, part }: CellProps<Settings, Given>) {
  return <span>{answers.toText(answer, settings, part)}</span>
}

/** The same, and of a consent the statement as it was read. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  const said = answers.toText(answer, settings)
  if (typeof answer === 'boolean' || answer.text === undefined) return <p className="fw-result">{said}</p>
  return (
    <>
      <p className="fw-result">
        {said}
        {answer.version !== undefined && ` (${answer.version})`}
      </p>
      <blockquote className="fw-result">{answer.text}</blockquote>
    </>
  )
}
