import { useCurrentForm } from '../forms/form_bar.tsx'
import { usePageTitle } from '../../design/page_title.ts'

/** The editor of one form. */
export default function EditorPage() {
  const form = useCurrentForm()
  usePageTitle(form.title)
  return <main id="main" />
}
