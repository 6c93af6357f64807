import { Spotlight, createSpotlight, type SpotlightActionData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconForms,
  IconKeyboard,
  IconLock,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useForms } from '../../api/forms.ts'
import { may, useSwitchWorkspace, useWorkspaces } from '../../api/workspaces.ts'
import { toast } from '../../design/toasts.tsx'

const [store, spotlight] = createSpotlight()

/** Finds forms, pages and actions by a few letters. */
export default function Palette(props: { opened: boolean; onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { list, current } = useWorkspaces()
  const forms = useForms(current?.id)
  const choose = useSwitchWorkspace()

  useEffect(() => {
    if (props.opened) {
      void client.invalidateQueries({ queryKey: ['forms', 'list'] })
      spotlight.open()
    } else spotlight.close()
  }, [props.opened, client])

  const go = (path: string) => () => void navigate(path)
  const actions: SpotlightActionData[] = [
    ...(may(current?.role, 'editor')
      ? [
          {
            id: 'new',
            label: 'New form',
            leftSection: <IconPlus size={18} stroke={1.5} />,
            onClick: go('/forms/create'),
          },
        ]
      : []),
    { id: 'home', label: 'Forms', leftSection: <IconForms size={18} stroke={1.5} />, onClick: go('/home') },
    {
      id: 'settings',
      label: 'Settings',
      keywords: ['profile', 'sessions', 'dark', 'appearance'],
      leftSection: <IconSettings size={18} stroke={1.5} />,
      onClick: go('/settings/profile'),
    },
    {
      id: 'password',
      label: 'Change password',
      leftSection: <IconLock size={18} stroke={1.5} />,
      onClick: go('/settings/password'),
    },
    {
      id: 'keys',
      label: 'Show keys',
      leftSection: <IconKeyboard size={18} stroke={1.5} />,
      onClick: props.onHelp,
    },
    ...list
      .filter((workspace) => workspace.id !== current?.id)
      .map((workspace) => ({
        id: `workspace-${workspace.id}`,
        label: `Switch to ${workspace.name}`,
        keywords: ['workspace'],
        leftSection: <IconSwitchHorizontal size={18} stroke={1.5} />,
        onClick: () =>
          choose.mutate(workspace.id, { onSuccess: () => void navigate('/home'), onError: toast.failure }),
      })),
  ]
  const found: SpotlightActionData[] = (forms.data?.pages ?? [])
    .flatMap((page) => page.data)
    .map((form) => ({
      id: form.id,
      label: form.title,
      description: form.slug,
      onClick: go(`/forms/${form.slug}/${may(form.role, 'editor') ? 'edit' : 'show/submissions'}`),
    }))

  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[
        { group: 'Go and do', actions },
        { group: 'Forms', actions: found },
      ]}
      onSpotlightClose={props.onClose}
      nothingFound="Nothing found."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.5} />,
        placeholder: 'Find forms, pages and actions',
        'aria-label': 'Find forms, pages and actions',
      }}
    />
  )
}
