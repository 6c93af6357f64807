import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The address; a click opens the submission, as everywhere in the row. */
export function Cell({ answer }: CellProps<Settings, string>) {
  return <span>{answer}</span>
}

/** The address as a link that begins a mail. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  const [before = '', domain = ''] = answer.split('@').map(encodeURIComponent)
  return (
    <p className="fw-result">
      <a href={`mailto:${before}@${domain}`}>{answer}</a>
    </p>
  )
}
