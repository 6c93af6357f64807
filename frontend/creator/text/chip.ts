import type { Names } from './names.ts'

/** The attribute of a chip that holds the address it stands for. */
export const REFERENCE = 'data-reference'

/** A reference as it is seen in a text. */
export function chip(address: string, names: Names | undefined): HTMLElement {
  const element = document.createElement('span')
  element.setAttribute(REFERENCE, address)
  element.contentEditable = 'false'
  nameChip(element, address, names)
  return element
}

/** Brings the names on the chips of a text up to date. */
export function nameChips(host: HTMLElement, names: Names): void {
  for (const one of host.querySelectorAll<HTMLElement>(`[${REFERENCE}]`))
    nameChip(one, one.getAttribute(REFERENCE) ?? '', names)
}

function nameChip(element: HTMLElement, address: string, names: Names | undefined): void {
  const name = names?.nameOf(address)
  const text = name ? name.label || name.key : 'removed question'
  if (element.textContent !== text) element.textContent = text
  element.title = name
    ? `The answer to “${name.label || name.key}”, {${name.key}}`
    : 'The question this stood for was removed. Delete this, or choose another.'
  element.toggleAttribute('data-broken', !name)
}
