/** What goes along to the editor of a form that was just made. */
export interface NewForm {
  /** becomes questions, one for each line */
  questions?: string
}

/** The state of the navigation to a new form. */
export function newForm(form: NewForm = {}): { newForm: NewForm } {
  return { newForm: form }
}

/** What came along to the editor; undefined when the form was not just made. */
export function newFormOf(state: unknown): NewForm | undefined {
  if (typeof state !== 'object' || state === null || !('newForm' in state)) return undefined
  const made = state.newForm
  if (typeof made !== 'object' || made === null) return undefined
  return 'questions' in made && typeof made.questions === 'string' ? { questions: made.questions } : {}
}
