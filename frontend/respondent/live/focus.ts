const FILLABLE =
  'input:not([type=hidden], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** What the page and the ending are called; a page without a title of its own goes by that of the form. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  page: ['.page-title h2', 'h1'],
  ending: ['#ending h2'],
}

/**
 * Puts the focus on a part of the page by its id (on its heading, where it has one), or on the first thing to fill in
 * at an address: of a block, or of a part of its answer, else of the block that has the part.
 */
export function putFocus(on: string): void {
  const end = on.lastIndexOf('.')
  const block = on.slice(0, end)
  const places = end < 0 ? [`b-${on}`] : [`c-${block}-${on.slice(end + 1)}`, `b-${on}`, `b-${block}`]
  for (const id of places) {
    const place = document.getElementById(id)
    if (place?.matches(FILLABLE)) return place.focus()
    const find = (which: string) => place?.querySelector<HTMLElement>(which)
    // of several parts the first that is wrong; files that were refused stand before the input for others
    const wrong = `[aria-invalid=true]:is(${FILLABLE}):not([type=file])`
    if (place) return (find(wrong) ?? find(FILLABLE) ?? place).focus()
  }
  for (const heading of HEADINGS[on] ?? []) {
    const found = document.querySelector<HTMLElement>(heading)
    if (found) {
      found.tabIndex = -1
      return found.focus()
    }
  }
  document.getElementById(on)?.focus()
}
