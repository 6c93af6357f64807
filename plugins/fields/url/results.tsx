import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The address as a link; its kind takes no others than those of the web. */
function Link({ to }: { to: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {to}
    </a>
  )
}

/** One line of a table. */
export function Cell({ answer }: CellProps<Settings, string>) {
  return <Link to={answer} />
}

/** The address in full. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  return (
    <p className="fw-result">
      <Link to={answer} />
    </p>
  )
}
