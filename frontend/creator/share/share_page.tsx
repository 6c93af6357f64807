import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import page from '../shell/page.module.css'

/** Share of one form. */
export default function SharePage() {
  const form = useCurrentForm()
  usePageTitle(`Share · ${form.title}`)
  return (
    <main id="main" className={page.page}>
      <PageHeader title="Share" />
    </main>
  )
}
