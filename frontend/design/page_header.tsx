import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The heading of a page with its actions at the right; they wrap under it on narrow screens. */
export function PageHeader(props: { title: string; words?: ReactNode; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <div style={{ flex: `1 1 ${props.words ? 320 : 96}px`, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Title order={1}>{props.title}</Title>
        {props.words && (
          <Text c="dimmed" mt={4}>
            {props.words}
          </Text>
        )}
      </div>
      {props.children && <Group gap="sm">{props.children}</Group>}
    </Group>
  )
}
