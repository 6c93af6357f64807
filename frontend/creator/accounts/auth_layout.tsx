import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The frame of the pages before signing in: the product's name, a heading, a form, the way to the other page. */
export function AuthLayout(props: {
  title: string
  children: ReactNode
  other?: { words: string; to: string; link: string }
}) {
  return (
    <Stack
      component="main"
      id="main"
      tabIndex={-1}
      gap="lg"
      maw={400}
      mx="auto"
      px="md"
      pt={{ base: 32, sm: 96 }}
      pb="xl"
    >
      <Anchor component={Link} to="/" fw={600} size="lg" c="var(--mantine-color-text)">
        Formwright
      </Anchor>
      <Title order={1}>{props.title}</Title>
      {props.children}
      {props.other && (
        <Text c="dimmed">
          {props.other.words}{' '}
          <Anchor component={Link} to={props.other.to} underline="always">
            {props.other.link}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
