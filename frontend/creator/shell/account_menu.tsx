import { Menu } from '@mantine/core'
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLogout, useUser } from '../../api/accounts.ts'
import { toast } from '../../design/toasts.tsx'
import classes from './rail.module.css'

/** Who is signed in, their settings, and signing out. */
export function AccountMenu(props: { folded: boolean }) {
  const user = useUser()
  const logout = useLogout()

  async function signOut() {
    try {
      await logout.mutateAsync()
      // Loaded anew, nothing of this person is left in the page.
      window.location.assign('/login')
    } catch (error) {
      toast.failure(error)
    }
  }

  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <button type="button" className={classes.item} aria-label={`Account: ${user?.name ?? ''}`}>
          <IconUserCircle size={18} stroke={1.5} />
          {!props.folded && <span className={classes.label}>{user?.name}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        <Menu.Item
          component={Link}
          to="/settings/profile"
          leftSection={<IconSettings size={16} stroke={1.5} />}
        >
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
