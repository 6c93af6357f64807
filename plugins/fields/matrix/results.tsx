import { Fragment } from 'react'
import type { CellProps, ResultProps } from '@formwright/kit/control'
import { type Answer as Given, labelsIn } from './answer.ts'
import type { Settings } from './field.ts'

/** What was chosen in one row. Several stand apart, whatever commas their labels have. */
export function Cell({ answer, settings, part }: CellProps<Settings, Given>) {
  const labels = labelsIn(answer, part, settings)
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

/** One line for each row that was answered. */
export function Answer({ answer, settings }: ResultProps<Settings, Given>) {
  const answered = settings.rows.filter(({ id }) => labelsIn(answer, id, settings).length > 0)
  return (
    <ul className="fw-result">
      {answered.map(({ id, label }) => (
        <li key={id}>
          {label}: {labelsIn(answer, id, settings).join(', ')}
        </li>
      ))}
    </ul>
  )
}
