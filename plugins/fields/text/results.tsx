import type { ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** More signs than the widest column shows: a row is no place for a book. */
const LINE = 400

/** One line of a table: dots instead of a secret. */
export function Cell({ answer, settings }: ResultProps<Settings, string>) {
  return <span>{settings.secret ? '••••••••' : answer.slice(0, LINE)}</span>
}

/** The answer in full, with its line breaks. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  return <p className="fw-result">{answer}</p>
}
