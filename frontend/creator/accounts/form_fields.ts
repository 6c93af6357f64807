/** The text of a named control of a form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Moves focus to the first control of a form that the server has refused. */
export function focusFirstError(form: HTMLFormElement, errors: Record<string, string>): void {
  for (const control of Array.from(form.elements)) {
    if (control instanceof HTMLInputElement && control.name in errors) {
      control.focus()
      return
    }
  }
}
