import { Fragment } from 'react'
import type { CellProps, ResultProps } from '@formwright/kit/control'
import answers, { type Answer as Given } from './answer.ts'
import type { Settings } from './field.ts'

/** All in their order, each apart from the next; or the place of one item. */
export function Cell({ answer, settings, part }: CellProps<Settings, Given>) {
  const labels = [answers.toText(answer, settings, part)].flat()
  if (part !== '') return <span>{labels.join(' ')}</span>
  return (
    <span>
      {labels.map((label, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="fw-tag">
            {index + 1}. {label}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

/** A numbered list. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  return (
    <ol className="fw-result">
      {[answers.toText(answer, settings)].flat().map((label, index) => (
        <li key={index}>{label}</li>
      ))}
    </ol>
  )
}
