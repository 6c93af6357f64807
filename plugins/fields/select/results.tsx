import type { ResultProps } from '../../kit/control.ts'
import answers, { type Answer as Given, type Choice } from './answer.ts'
import type { Settings } from './field.ts'

/** The choices in one line. */
export function Cell({ answer, settings }: ResultProps<Settings, Given>) {
  return <span>{answers.toText(answer, settings)}</span>
}

/** Each choice on its own. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  const choices: Choice[] = Array.isArray(answer) ? answer : [answer]
  return (
    <ul className="fw-result">
      {choices.map((choice) => {
        const label = answers.toText(choice, settings)
        return <li key={label}>{typeof choice === 'string' ? label : `${settings.otherLabel}: ${label}`}</li>
      })}
    </ul>
  )
}
