import { Fragment } from 'react'
import type { CellProps, ResultProps } from '@formwright/kit/control'
import answers from './answer.ts'
import type { Answer as Given } from './rows.ts'
import type { Settings } from './field.ts'

/** What was chosen in one row: several stand apart, whatever commas their labels have. Or what stands in one cell. */
export function Cell({ answer, settings, part }: CellProps<Settings, Given>) {
  const labels = [answers.toText(answer, settings, part)].flat().filter((label) => label !== '')
  if (settings.cells === 'text' || settings.cells === 'number') return <span>{labels.join(' ')}</span>
  return (
    <span>
      {labels.map((label, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className="fw-tag">{label}</span>
        </Fragment>
      ))}
    </span>
  )
}

/** One line for each row or cell that was answered. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  return (
    <ul className="fw-result">
      {[answers.toText(answer, settings)].flat().map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
