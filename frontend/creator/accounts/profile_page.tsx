import {
  Badge,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import type { Session } from '../../../api_types/accounts.ts'
import { useRevokeSession, useSessions, useUser } from '../../api/accounts.ts'
import { Ago } from '../../design/ago.tsx'
import { ErrorState } from '../../design/error_state.tsx'
import { focusPage } from '../../design/focus_page.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import { useOneAtATime } from '../../design/one_at_a_time.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { toast } from '../../design/toasts.tsx'
import { deviceName } from './device_name.ts'
import classes from './profile_page.module.css'

/** Who is signed in, how the app looks, and where else this account is signed in. */
export default function ProfilePage() {
  usePageTitle('Settings')
  const user = useUser()
  return (
    <Stack gap={48} maw={720}>
      <section aria-labelledby="profile">
        <Title order={2} id="profile" mb="sm">
          Profile
        </Title>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user?.name}
        </Text>
        <Text c="dimmed">{user?.email}</Text>
      </section>
      <Appearance />
      <Sessions />
    </Stack>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section aria-labelledby="appearance">
      <Title order={2} id="appearance" mb="sm">
        Appearance
      </Title>
      <SegmentedControl
        aria-labelledby="appearance"
        value={colorScheme}
        onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
        data={[
          { value: 'auto', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </section>
  )
}

function Sessions() {
  const sessions = useSessions()
  return (
    <section aria-labelledby="sessions">
      <Title order={2} id="sessions">
        Sessions
      </Title>
      <Text c="dimmed" mb="md">
        Devices where you are signed in. Sign out any you do not recognize.
      </Text>
      {sessions.error && <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && (
        <DelayedFallback>
          <Skeleton h={56} />
        </DelayedFallback>
      )}
      {sessions.data && (
        <ul className={classes.sessions}>
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SessionRow(props: { session: Session }) {
  const { session } = props
  const revoke = useRevokeSession()
  const end = useOneAtATime(() => revoke.mutateAsync(session.id).then(focusPage, toast.failure))
  const device = deviceName(session.user_agent)
  return (
    <li className={classes.session}>
      <div>
        <Group gap="sm">
          <Text fw={500}>{device}</Text>
          {session.current && (
            <Badge color="green" variant="light" tt="none" radius="sm">
              This device
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.ip ? `${session.ip} · ` : ''}active <Ago at={session.last_seen_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          aria-label={`Sign out ${device}`}
          onClick={() => end()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
