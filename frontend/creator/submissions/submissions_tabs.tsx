import { PageTabs } from '../../design/page_tabs.tsx'
import classes from './submissions_page.module.css'

/** Leads to the table of a form's submissions, to what they say together, and to those that were deleted. */
export function SubmissionsTabs(props: { form: { slug: string } }) {
  const here = `/forms/${props.form.slug}/show/submissions`
  return (
    <PageTabs
      label="Submissions"
      end
      className={classes.tabs}
      tabs={[
        [here, 'Table'],
        [`${here}/summary`, 'Summary'],
        [`${here}/bin`, 'Bin'],
      ]}
    />
  )
}
