import { Outlet } from 'react-router'
import { PageHeader } from '../../design/page_header.tsx'
import page from '../shell/page.module.css'

/** The person's own settings. */
export default function SettingsLayout() {
  return (
    <main id="main" className={page.page}>
      <PageHeader title="Settings" />
      <Outlet />
    </main>
  )
}
