import { Badge, Group } from '@mantine/core'
import type { Form } from '../../../api_types/forms.ts'

/** Where a form stands: Draft, Published v3, Closed, and whether the draft has moved on since; in short, which matters most. */
export function FormStateBadge(props: {
  form: Pick<Form, 'state' | 'published_version' | 'has_unpublished_changes'>
  short?: boolean
}) {
  const { form, short } = props
  const changed = form.state !== 'draft' && form.has_unpublished_changes
  return (
    <Group gap={4} wrap="nowrap" flex="none">
      {form.state === 'draft' && <Tag color="gray">Draft</Tag>}
      {form.state === 'published' && !(short && changed) && (
        <Tag color="green">Published v{form.published_version}</Tag>
      )}
      {form.state === 'closed' && <Tag color="red">Closed</Tag>}
      {changed && <Tag color="amber">Unpublished changes</Tag>}
    </Group>
  )
}

function Tag(props: { color: string; children: React.ReactNode }) {
  return (
    <Badge color={props.color} variant="light" tt="none" fw={550} radius="sm" size="md">
      {props.children}
    </Badge>
  )
}
