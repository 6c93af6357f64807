import type { ResultProps } from '../../kit/control.ts'
import type { Settings } from './field.ts'

/** One line of a table: dots instead of a secret. */
export function Cell({ answer, settings }: ResultProps<Settings, string>) {
  return <span>{settings.secret ? '••••••••' : answer}</span>
}

/** The answer in full, with its line breaks. */
export function Answer({ answer }: ResultProps<Settings, string>) {
  return <p className="fw-result">{answer}</p>
}
