import { dateTime, relativeTime } from './time.ts'

/** An instant as words ("5 minutes ago"), with the exact time for those who point at it and for machines. */
export function Ago(props: { at: string }) {
  return (
    <time dateTime={props.at} title={dateTime(props.at)}>
      {relativeTime(props.at)}
    </time>
  )
}
