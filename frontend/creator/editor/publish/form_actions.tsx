import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDoor, IconDoorOff, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useClosure, useUnpublish } from '../../../api/draft.ts'
import type { Form } from '../../../api/forms.ts'
import { Confirm } from '../../../design/confirm.tsx'
import { toast } from '../../../design/toasts.tsx'

const ICON = { size: 16, stroke: 1.5 }

/** What can be done with a published form: close it, open it again, take it off the air. */
export function FormActions(props: { form: Form }) {
  const { form } = props
  const unpublish = useUnpublish(form.slug)
  const closure = useClosure(form.slug)
  const [asking, setAsking] = useState(false)
  if (form.state === 'draft') return null
  const close = (closed: boolean) => {
    closure.mutate(closed, {
      onSuccess: () =>
        toast.success(closed ? 'The form is closed. People read that it is.' : 'The form is open again.'),
      onError: toast.failure,
    })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More for this form">
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {form.state === 'published' ? (
            <Menu.Item leftSection={<IconDoorOff {...ICON} />} onClick={() => close(true)}>
              Close for new answers
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconDoor {...ICON} />} onClick={() => close(false)}>
              Open again
            </Menu.Item>
          )}
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconEyeOff {...ICON} />}
            onClick={() => setAsking(true)}
          >
            Unpublish
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking}
        title="Unpublish this form?"
        action="Unpublish"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          try {
            await unpublish.mutateAsync()
            toast.success('The form is no longer published. Its link leads nowhere.')
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Its link will lead nowhere until you publish again. Submissions and versions are kept.
      </Confirm>
    </>
  )
}
