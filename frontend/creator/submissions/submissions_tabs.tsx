import { useSearchParams } from 'react-router'
import { PageTabs } from '../../design/page_tabs.tsx'
import { sameView } from './view_in_address.ts'
import classes from './submissions_page.module.css'

/** Leads to the table of a form's submissions, to what they say together, and to those that were deleted: narrowed as they are. */
export function SubmissionsTabs(props: { form: { slug: string } }) {
  const here = `/forms/${props.form.slug}/show/submissions`
  const [params] = useSearchParams()
  const query = sameView(params)
  return (
    <PageTabs
      label="Submissions"
      end
      className={classes.tabs}
      tabs={[
        [`${here}${query}`, 'Table'],
        [`${here}/summary${query}`, 'Summary'],
        [`${here}/bin${query}`, 'Bin'],
      ]}
    />
  )
}
