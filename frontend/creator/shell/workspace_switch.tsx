import { Menu, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import type { Role, Workspace } from '../../../api_types/workspaces.ts'
import { CreateWorkspace } from './create_workspace.tsx'
import { usePlace } from './place.ts'
import classes from './rail.module.css'

const ROLES: Record<Role, string> = { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' }

/** The workspace of the open form or the one the person works in, the others, and making a new one. */
export function WorkspaceSwitch(props: { folded: boolean; onDialog?: (opened: boolean) => void }) {
  const { list, here: current, goTo } = usePlace()
  const [creating, create] = useDisclosure(false, {
    onOpen: () => props.onDialog?.(true),
    onClose: () => props.onDialog?.(false),
  })

  const switchTo = (workspace: Workspace) => void goTo(workspace, '/home')

  return (
    <>
      <Menu width={248} position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={`${classes.item} ${classes.workspace}`}
            aria-label={labelOf(current, props.folded)}
          >
            <Initial workspace={current} />
            {!props.folded && current && (
              <span className={classes.label}>
                <VisuallyHidden>Workspace: </VisuallyHidden>
                {current.name}
                <span className={classes.role}>{ROLES[current.role]}</span>
              </span>
            )}
            {!props.folded && <IconSelector size={16} stroke={1.5} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Workspaces</Menu.Label>
          {list.map((workspace) => (
            <Menu.Item
              key={workspace.id}
              leftSection={<Initial workspace={workspace} />}
              rightSection={
                workspace.id === current?.id && <IconCheck size={16} stroke={1.5} aria-label="Current" />
              }
              onClick={() => switchTo(workspace)}
            >
              {workspace.name}
              <span className={classes.role}>{ROLES[workspace.role]}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.5} />} onClick={create.open}>
            New workspace
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CreateWorkspace opened={creating} onClose={create.close} onCreated={switchTo} />
    </>
  )
}

/** The name of the button where none is written on it: folded, or until it is known who works where. */
function labelOf(current: Workspace | undefined, folded: boolean): string | undefined {
  if (!current) return 'Workspace'
  return folded ? `Workspace: ${current.name}` : undefined
}

function Initial(props: { workspace: Workspace | undefined }) {
  const { workspace } = props
  return (
    <span className={classes.icon} aria-hidden>
      {workspace?.icon || Array.from(workspace?.name.trim() ?? '')[0]?.toUpperCase()}
    </span>
  )
}
