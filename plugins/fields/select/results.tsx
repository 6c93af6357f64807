import { Fragment } from 'react'
import type { ResultProps } from '../../kit/control.ts'
import answers, { type Answer as Given, type Choice } from './answer.ts'
import type { Settings } from './field.ts'

/** The choices in one line. Several stand apart, whatever commas their labels have. */
export function Cell({ answer, settings }: ResultProps<Settings, Given>) {
  if (!Array.isArray(answer)) return <span>{answers.toText(answer, settings)}</span>
  return (
    <span>
      {answer.map((choice, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="fw-tag">{answers.toText(choice, settings)}</span>
        </Fragment>
      ))}
    </span>
  )
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
