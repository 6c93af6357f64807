import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What stands where nothing is yet: what this place is for, and the way to begin. */
export function EmptyState(props: {
  title: string
  icon?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" maw={520} mx="auto">
      {props.icon && (
        <Text component="div" c="dimmed" aria-hidden>
          {props.icon}
        </Text>
      )}
      <Title order={2}>{props.title}</Title>
      {props.children && (
        <Text component="div" c="dimmed">
          {props.children}
        </Text>
      )}
      {props.actions && <Stack mt="md">{props.actions}</Stack>}
    </Stack>
  )
}
