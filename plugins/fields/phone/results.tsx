import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The number; a click opens the submission, as everywhere in the row. */
export function Cell({ answer }: CellProps<Settings, string>) {
  return <span dir="ltr">{answer}</span>
}

/** The number as a link that calls. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  return (
    <p className="fw-result">
      <a href={`tel:${answer}`} dir="ltr">
        {answer}
      </a>
    </p>
  )
}
