import type { Locator } from 'playwright'

/** What a screen reader says of a control behind its name. */
export async function descriptionOf(control: Locator): Promise<string> {
  const ids = (await control.getAttribute('aria-describedby')) ?? ''
  const texts = ids
    .split(' ')
    .filter(Boolean)
    .map((id) => control.page().locator(`[id="${id}"]`).textContent())
  return (await Promise.all(texts)).join(' ')
}
