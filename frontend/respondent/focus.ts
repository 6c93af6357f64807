const FILLABLE =
  'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Puts the focus on a part of the page by its id, or on the first thing to fill in of a block. */
export function putFocus(on: string): void {
  const block = document.getElementById(`b-${on}`)
  const target = block ? (block.querySelector<HTMLElement>(FILLABLE) ?? block) : document.getElementById(on)
  target?.focus()
}
