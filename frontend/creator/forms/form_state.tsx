import type { Form } from '../../../api_types/forms.ts'
import classes from './form_state.module.css'

type State = 'draft' | 'published' | 'changed' | 'closed'

const WORDS: Record<State, string> = {
  draft: 'Draft',
  published: 'Published',
  changed: 'Unpublished changes',
  closed: 'Closed',
}

/** Whether the draft holds what respondents do not see yet. */
export function hasNews(form: Pick<Form, 'state' | 'has_unpublished_changes'>): boolean {
  return form.state === 'draft' || form.has_unpublished_changes
}

/** Where a form stands, as a dot and a word: what matters most to those who want answers comes first. */
export function FormState(props: { form: Pick<Form, 'state' | 'has_unpublished_changes'> }) {
  const { form } = props
  const state = form.state === 'published' && form.has_unpublished_changes ? 'changed' : form.state
  return (
    <span className={classes.state} data-state={state} title={WORDS[state]}>
      <span>{WORDS[state]}</span>
    </span>
  )
}
