import type { QuestionSummary } from '../../../../api_types/submissions.ts'
import classes from './summary.module.css'

type PartSummary = QuestionSummary['parts'][number]
type CountedPart = PartSummary & { counts: NonNullable<PartSummary['counts']> }

/** Whether several parts were answered with the same options: they read best one below the other. */
export function isCross(parts: readonly PartSummary[]): parts is readonly CountedPart[] {
  const [first, ...others] = parts.map(({ counts }) => counts?.map(({ value }) => value).join('\n'))
  return first !== undefined && others.length > 0 && others.every((other) => other === first)
}

/** How often each option was given to each part. The fuller a cell, the more chose it. */
export function CrossTable(props: { name: string; parts: readonly CountedPart[] }) {
  const [first] = props.parts
  return (
    <div className={classes.wide} role="region" aria-labelledby={props.name} tabIndex={0}>
      <table className={classes.cross} aria-labelledby={props.name}>
        <thead>
          <tr>
            <td />
            {first?.counts.map(({ value, label }) => (
              <th key={value} scope="col" dir="auto">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.parts.map(({ part, label, answered, counts }) => (
            <tr key={part}>
              <th scope="row" dir="auto">
                {label}
              </th>
              {counts.map(({ value, count }) => (
                <td
                  key={value}
                  className="fw-numbers"
                  style={{ '--fw-share': `${Math.round((count / answered) * 100)}%` }}
                >
                  {count.toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
