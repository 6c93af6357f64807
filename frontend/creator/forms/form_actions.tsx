import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDoor, IconDoorOff, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { useClosure, useUnpublish } from '../../api/draft.ts'
import { Confirm } from '../../design/confirm.tsx'
import { toast } from '../../design/toasts.tsx'
import { useOfferCommands, type Command } from './commands.ts'
import { useDuplicate } from './use_duplicate.tsx'
import { DeleteForm } from './delete_form.tsx'

const ICON = { size: 16, stroke: 1.5 }

/** What can be done with a form: close it, open it again, take it off the air, delete it. */
export function FormActions(props: { form: Form }) {
  const { form } = props
  const unpublish = useUnpublish(form.slug)
  const closure = useClosure(form.slug)
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Question>()
  const answered = () => setAsking(undefined)
  // what is open stays as it was: news of another person must not move an item under the pointer
  const [offered, setOffered] = useState(form.state)
  const close = (closed: boolean) => {
    closure.mutate(closed, {
      onSuccess: () =>
        toast.success(closed ? 'The form is closed. Its page says so.' : 'The form is open again.'),
      onError: toast.failure,
    })
  }
  const duplicate = useDuplicate(form)
  useOfferCommands('more', commandsOf(form, { close, ask: setAsking, duplicate }))
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setOffered(form.state)}>
        <Menu.Target>
          <ActionIcon aria-label="More for this form">
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {offered === 'published' && (
            <Menu.Item leftSection={<IconDoorOff {...ICON} />} onClick={() => close(true)}>
              Close form
            </Menu.Item>
          )}
          {offered === 'closed' && (
            <Menu.Item leftSection={<IconDoor {...ICON} />} onClick={() => close(false)}>
              Reopen form
            </Menu.Item>
          )}
          {offered !== 'draft' && (
            <Menu.Item leftSection={<IconEyeOff {...ICON} />} onClick={() => setAsking('unpublish')}>
              Unpublish
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => duplicate()}>
            Duplicate
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...ICON} />}
            onClick={() => setAsking('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking === 'unpublish'}
        title="Unpublish this form?"
        action="Unpublish"
        onClose={answered}
        onConfirm={async () => {
          try {
            await unpublish.mutateAsync()
            toast.success('The form is unpublished. Its link no longer works.')
          } catch (error) {
            toast.failure(error)
          }
        }}
      >
        Its link stops working until you publish again. Submissions and versions are kept.
      </Confirm>
      <DeleteForm
        form={form}
        opened={asking === 'delete'}
        onClose={answered}
        onDeleted={() => void navigate('/home')}
      />
    </>
  )
}

type Question = 'unpublish' | 'delete'

function commandsOf(
  { state }: Form,
  {
    close,
    ask,
    duplicate,
  }: { close: (closed: boolean) => void; ask: (question: Question) => void; duplicate: () => void },
): Command[] {
  const commands: (Command | false)[] = [
    state === 'published' && {
      id: 'close',
      label: 'Close form',
      icon: IconDoorOff,
      run: () => close(true),
    },
    state === 'closed' && { id: 'reopen', label: 'Reopen form', icon: IconDoor, run: () => close(false) },
    state !== 'draft' && {
      id: 'unpublish',
      label: 'Unpublish',
      icon: IconEyeOff,
      run: () => ask('unpublish'),
    },
    { id: 'duplicate', label: 'Duplicate form', words: 'copy', icon: IconCopy, run: duplicate },
    { id: 'delete', label: 'Delete form', icon: IconTrash, run: () => ask('delete') },
  ]
  return commands.filter((one) => one !== false)
}
