import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import classes from './summary.module.css'

interface Count {
  value: string
  label: string
  count: number
}

/** Longer lists begin with what was given most. */
const SHOWN = 12

const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

interface BarsProps {
  name: string
  counts: readonly Count[]
  answered: number
  /** all of them say something together: the points of a scale */
  whole: boolean
}

/** How often each value was given: a table, and in it the bars. Shares are of those who answered. */
export function Bars(props: BarsProps) {
  const { counts, answered } = props
  const [all, setAll] = useState(false)
  const long = !props.whole && counts.length > SHOWN
  const folded = !all && long
  const shown = folded ? counts.toSorted((a, b) => b.count - a.count).slice(0, SHOWN) : counts
  const most = counts.reduce((high, { count }) => Math.max(high, count), 1)
  return (
    <>
      <table className={classes.bars} aria-labelledby={props.name}>
        <colgroup>
          <col className={classes.options} />
          <col />
          <col className={classes.shares} />
        </colgroup>
        <VisuallyHidden component="thead">
          <tr>
            <th scope="col">Answer</th>
            <th scope="col">Count</th>
            <th scope="col">Share</th>
          </tr>
        </VisuallyHidden>
        <tbody>
          {shown.map(({ value, label, count }) => (
            <tr key={value}>
              <th scope="row" dir="auto">
                {label}
              </th>
              <td className="fw-numbers">
                <div className={classes.count}>
                  <span className={classes.track} aria-hidden>
                    <span className={classes.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
                  </span>
                  <span className={classes.number}>{count.toLocaleString()}</span>
                </div>
              </td>
              <td className={`${classes.share} fw-numbers`}>{shares.format(count / answered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {long && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
          {all ? `Show top ${SHOWN}` : `Show all ${counts.length.toLocaleString()}`}
        </Button>
      )}
    </>
  )
}
