import { Button, Text } from '@mantine/core'
import { dateTime } from '../../design/time.ts'
import classes from './submissions_page.module.css'

/** How far was looked for what is rare, while that goes on; it is ended and taken up again by the person. */
export function ScanProgress(props: {
  found: number
  backTo: string
  stopped: boolean
  onStop: (stopped: boolean) => void
}) {
  const { found, backTo, stopped } = props
  const words = `${found.toLocaleString()} found back to ${dateTime(backTo)}.`
  return (
    <div className={classes.notes}>
      <Text c="dimmed" role={stopped ? 'status' : undefined}>
        {stopped ? `Stopped. ${words}` : `Still searching. ${words}`}
      </Text>
      <Button
        // The same button for both, so that it keeps the focus.
        size="compact-sm"
        variant="default"
        onClick={() => props.onStop(!stopped)}
      >
        {stopped ? 'Keep searching' : 'Stop searching'}
      </Button>
    </div>
  )
}
