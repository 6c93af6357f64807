/** Goes along to the editor of a form that was just made. */
export const NEW_FORM = 'new-form'
