import { Outlet } from 'react-router'
import { useUser } from '../../api/accounts.ts'
import { PageHeader } from '../../design/page_header.tsx'
import page from '../../design/page.module.css'
import { PageTabs } from '../../design/page_tabs.tsx'
import classes from './settings_layout.module.css'

const TABS = [
  ['/settings/profile', 'Profile'],
  ['/settings/password', 'Password'],
  ['/settings/workspace', 'Workspace'],
  ['/settings/connections', 'Connections'],
  ['/settings/access-tokens', 'Access tokens'],
] as const

/** For operators: what concerns the whole server. */
const INSTANCE = ['/settings/admin', 'Instance'] as const

/** The person's own settings, those of their workspace, and of the instance for those who run it. */
export default function SettingsLayout() {
  const user = useUser()
  const tabs = user?.is_operator ? [...TABS, INSTANCE] : TABS
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Settings" />
      <PageTabs label="Settings" tabs={tabs} className={classes.tabs} />
      <Outlet />
    </main>
  )
}
