import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '../../design/page_title.ts'
import { Plant } from './plant.tsx'

type Failure = { status: number } | { title: string }

function titleOf(failure: Failure): string {
  if ('title' in failure) return failure.title
  return failure.status === 404 ? '404 - Page not found' : `${failure.status} - Error`
}

/** The page for what cannot be shown: the status code or a name for it, what is known about it, and the ways on. */
export function ErrorView(props: Failure & { message?: ReactNode; action?: ReactNode }) {
  usePageTitle(titleOf(props))
  return (
    <Stack
      component="main"
      id="main"
      tabIndex={-1}
      align="center"
      justify="center"
      gap="md"
      mih="70dvh"
      p="lg"
      ta="center"
    >
      <Text component="div" c="dimmed">
        <Plant />
      </Text>
      <Title order={1}>
        {'title' in props ? props.title : `Whoops, something went wrong (${props.status})`}
      </Title>
      {props.message && (
        <Text c="dimmed" maw={560} style={{ overflowWrap: 'anywhere' }}>
          {props.message}
        </Text>
      )}
      {props.action}
      <Anchor component={Link} to="/">
        Go Home
      </Anchor>
    </Stack>
  )
}
