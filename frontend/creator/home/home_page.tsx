import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import page from '../shell/page.module.css'

/** The forms of the current workspace. */
export default function HomePage() {
  usePageTitle('Forms')
  return (
    <main id="main" className={page.page}>
      <PageHeader title="Forms" />
    </main>
  )
}
