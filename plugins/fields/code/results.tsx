import type { CellProps, ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

const MONOSPACED = 'ui-monospace, Consolas, monospace'
/** More signs than the widest column shows. */
const LINE = 400

/** The beginning of the code, in one line. */
export function Cell({ answer }: CellProps<Settings, string>) {
  return (
    <span dir="ltr" style={{ fontFamily: MONOSPACED }}>
      {answer.slice(0, LINE)}
    </span>
  )
}

/** All its lines, as they are indented. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  return (
    <p
      className="fw-result"
      dir="ltr"
      style={{ fontFamily: MONOSPACED, whiteSpace: 'pre-wrap', tabSize: 4, overflowWrap: 'anywhere' }}
    >
      {answer}
    </p>
  )
}
