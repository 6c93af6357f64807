import { NavLink, Outlet } from 'react-router'
import { PageHeader } from '../../design/page_header.tsx'
import page from '../shell/page.module.css'
import classes from './settings_layout.module.css'

/** The person's own settings. */
export default function SettingsLayout() {
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader title="Settings" />
      <nav aria-label="Settings">
        <ul className={classes.tabs}>
          <li>
            <NavLink to="/settings/profile" className={classes.tab}>
              Profile
            </NavLink>
          </li>
          <li>
            <NavLink to="/settings/password" className={classes.tab}>
              Password
            </NavLink>
          </li>
        </ul>
      </nav>
      <Outlet />
    </main>
  )
}
