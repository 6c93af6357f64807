import { dateTime, relativeTime } from './time.ts'

/**
 * An instant as words ("5 minutes ago"), with the exact time for those who point at it and for machines. `inDays`: a
 * while is so many days, not some weeks.
 */
export function Ago(props: { at: string; inDays?: true }) {
  return (
    <time dateTime={props.at} title={dateTime(props.at)}>
      {relativeTime(props.at, Date.now(), props.inDays && 'day')}
    </time>
  )
}
