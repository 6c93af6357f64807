import { Fragment } from 'react'
import type { ResultProps } from '@formwright/kit/control'
import { type Answer as Given, type Choice, labelOf } from './answer.ts'
import type { Settings } from './field.ts'

/** The choices in one line. Several stand apart, whatever commas their labels have. */
export function Cell({ answer, settings }: ResultProps<Settings, Given>) {
  const choices: Choice[] = Array.isArray(answer) ? answer : [answer]
  return (
    <span>
      {choices.map((choice, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="fw-tag">{labelOf(choice, settings)}</span>
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
        const label = labelOf(choice, settings)
        return <li key={label}>{typeof choice === 'string' ? label : `${settings.otherLabel}: ${label}`}</li>
      })}
    </ul>
  )
}
