import type { FormEvent } from 'react'

/** Hands a submitted form over, without leaving the page. */
export function submits(send: (form: HTMLFormElement) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React hands what happens in a dialog on to the form from which it was opened
    event.stopPropagation()
    send(event.currentTarget)
  }
}

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

/** Whether a text may be an email address; the server judges it. */
export function looksLikeEmail(text: string): boolean {
  return /^\s*[^\s@]+@[^\s@]+\s*$/.test(text)
}

/** The entries that have a message. */
export function present(messages: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).flatMap(([name, text]) => (text ? [[name, text]] : [])))
}
