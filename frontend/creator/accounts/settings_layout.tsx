import { Outlet } from 'react-router'
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

/** The person's own settings, and those of their workspace. */
export default function SettingsLayout() {
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Settings" />
      <PageTabs label="Settings" tabs={TABS} className={classes.tabs} />
      <Outlet />
    </main>
  )
}
