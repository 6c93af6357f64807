import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Form } from '../../../api_types/forms.ts'
import { may } from '../../api/workspaces.ts'
import { Ago } from '../../design/ago.tsx'
import { FormMiniature } from '../forms/form_miniature.tsx'
import { FormState } from '../forms/form_state.tsx'
import { FormMenu } from './form_menu.tsx'
import classes from './home_page.module.css'

/** Where a form opens: in the editor for those who may edit, else at its submissions. */
function opens(form: Form): string {
  return `/forms/${form.slug}/${may(form.role, 'editor') ? 'edit' : 'show/submissions'}`
}

/** Forms as rows. */
export function FormsTable(props: { forms: readonly Form[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">State</th>
          <th scope="col" className={classes.number}>
            Submissions
          </th>
          <th scope="col">Last submission</th>
          <th scope="col">Updated</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {props.forms.map((form) => (
          <tr key={form.id}>
            <th scope="row" className={classes.title}>
              <div className={classes.named}>
                <FormMiniature look={form.look} />
                <Anchor component={Link} to={opens(form)} dir="auto" c="var(--mantine-color-text)" fw={500}>
                  {form.title}
                </Anchor>
              </div>
            </th>
            <td>
              <FormState form={form} />
            </td>
            <td className={`${classes.number} fw-numbers`}>
              {form.submissions > 0 && form.submissions.toLocaleString()}
            </td>
            <td>{form.last_submission_at && <Ago at={form.last_submission_at} />}</td>
            <td>
              <Ago at={form.updated_at} />
            </td>
            <td className={classes.menu}>
              <FormMenu form={form} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Forms as cards. */
export function FormsCards(props: { forms: readonly Form[] }) {
  return (
    <ul className={classes.cards}>
      {props.forms.map((form) => (
        <li key={form.id} className={classes.card}>
          <div className={classes.cardHead}>
            <FormMiniature look={form.look} />
            <Anchor component={Link} to={opens(form)} dir="auto" c="var(--mantine-color-text)" fw={600}>
              {form.title}
            </Anchor>
            <FormMenu form={form} />
          </div>
          <FormState form={form} />
          <p className={classes.cardFoot}>
            {form.submissions === 0
              ? 'No submissions yet'
              : `${form.submissions.toLocaleString()} ${form.submissions === 1 ? 'submission' : 'submissions'}`}
            {form.last_submission_at && (
              <>
                , last <Ago at={form.last_submission_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
