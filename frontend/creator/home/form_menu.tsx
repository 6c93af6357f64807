import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { may } from '../../api/workspaces.ts'
import { focusPage } from '../../design/focus_page.ts'
import { toast } from '../../design/toasts.tsx'
import { DeleteForm } from '../forms/delete_form.tsx'
import { useDuplicate } from '../forms/use_duplicate.tsx'
import { publicLink } from '../forms/public_link.ts'

/** What can be done with a form from the list. */
export function FormMenu(props: { form: Form }) {
  const { form } = props
  const [deleting, dialog] = useDisclosure(false)
  const duplicate = useDuplicate(form)
  const link = publicLink(form.slug)

  return (
    <>
      <Menu position="bottom-end" width={220} floatingStrategy="absolute">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${form.title}`}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may(form.role, 'editor') && (
            <Menu.Item
              component={Link}
              to={`/forms/${form.slug}/edit`}
              leftSection={<IconPencil size={16} stroke={1.5} />}
            >
              Edit
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to={`/forms/${form.slug}/show/submissions`}
            leftSection={<IconTable size={16} stroke={1.5} />}
          >
            Submissions
          </Menu.Item>
          {form.state !== 'draft' && (
            <>
              <Menu.Item
                component="a"
                href={link}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink size={16} stroke={1.5} />}
              >
                Open page
              </Menu.Item>
              <Menu.Item leftSection={<IconLink size={16} stroke={1.5} />} onClick={() => void copy(link)}>
                Copy link
              </Menu.Item>
            </>
          )}
          {may(form.role, 'editor') && (
            <>
              <Menu.Item leftSection={<IconCopy size={16} stroke={1.5} />} onClick={() => duplicate()}>
                Duplicate
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} stroke={1.5} />}
                onClick={dialog.open}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteForm form={form} opened={deleting} onClose={dialog.close} onDeleted={focusPage} />
    </>
  )
}

/** Browsers may refuse it, and have no clipboard at all at an address without TLS. */
async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied.')
  } catch {
    toast.warning(`The link could not be copied. It is ${link}`)
  }
}
