import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'
import page from '../shell/page.module.css'

/** Submissions of one form. */
export default function SubmissionsPage() {
  const form = useCurrentForm()
  usePageTitle(`Submissions · ${form.title}`)
  return (
    <main id="main" className={page.page}>
      <PageHeader title="Submissions" />
    </main>
  )
}
