const FILLABLE =
  'input:not([type=hidden], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** What the page and the ending are called; a page without a title of its own goes by that of the form. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  page: ['.page-title h2', 'h1'],
  ending: ['#ending h2'],
}

/**
 * Puts the focus on a part of the page by its id (on its heading, where it has one), or on the first thing to fill in
 * of a block.
 */
export function putFocus(on: string): void {
  const block = document.getElementById(`b-${on}`)
  if (block) return (block.querySelector<HTMLElement>(FILLABLE) ?? block).focus()
  for (const heading of HEADINGS[on] ?? []) {
    const found = document.querySelector<HTMLElement>(heading)
    if (found) {
      found.tabIndex = -1
      return found.focus()
    }
  }
  document.getElementById(on)?.focus()
}
