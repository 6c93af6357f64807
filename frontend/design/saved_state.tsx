import { Text } from '@mantine/core'
import { timeOfDay } from './time.ts'

/** Where the person's changes are: on their way, stored (since when), or only here: on the device, or just in the page. */
type SaveState = { state: 'saving' } | { state: 'saved'; at: Date } | { state: 'offline'; kept: boolean }

/** Says where the changes are. Announced politely, so that it does not interrupt typing. */
export function SavedState(props: { saved: SaveState }) {
  const { saved } = props
  return (
    <Text
      component="span"
      size="xs"
      c={saved.state === 'offline' ? 'red' : 'dimmed'}
      role="status"
      style={saved.state === 'offline' ? undefined : { whiteSpace: 'nowrap' }}
    >
      {saved.state === 'saving' && 'Saving'}
      {saved.state === 'saved' && `Saved ${timeOfDay(saved.at)}`}
      {saved.state === 'offline' &&
        (saved.kept ? 'Offline, kept here' : 'Offline, not kept: leave this page open')}
    </Text>
  )
}
