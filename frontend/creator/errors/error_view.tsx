import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { usePageTitle } from '../../design/page_title.ts'
import { Plant } from './plant.tsx'

/** The page for what cannot be shown, with the status code and what is known about it. */
export function ErrorView(props: { status: number; message?: string }) {
  usePageTitle(props.status === 404 ? '404 - Page not found' : `${props.status} - Error`)
  return (
    <Stack component="main" id="main" align="center" justify="center" gap="md" mih="70dvh" p="lg" ta="center">
      <Text component="div" c="dimmed">
        <Plant />
      </Text>
      <Title order={1}>Whoops, something went wrong ({props.status})</Title>
      {props.message && <Text c="dimmed">{props.message}</Text>}
      <Anchor component={Link} to="/">
        Go Home
      </Anchor>
    </Stack>
  )
}
