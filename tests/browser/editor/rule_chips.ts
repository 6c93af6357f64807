import type { Locator, Page } from 'playwright'

/** The word of a sentence that is called so, whatever it says. */
export function chip(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name: new RegExp(`^${name}: `) })
}

/** What goes on with a sentence. */
export function adder(scope: Page | Locator): Locator {
  return scope.getByRole('button', { name: /add a condition$/i })
}

/** Presses a word and chooses another from its list. */
export async function choose(word: Locator, option: string): Promise<void> {
  await word.click()
  await word.page().getByRole('dialog').last().getByRole('option', { name: option, exact: true }).click()
}

/** Presses a word and writes another. */
export async function write(word: Locator, text: string): Promise<void> {
  await word.click()
  const input = word.page().getByRole('dialog').last().locator('input:focus')
  await input.fill(text)
  await input.press('Enter')
}

/** Presses a word and says what it is compared with. */
export async function compareWith(word: Locator, source: string): Promise<void> {
  await word.click()
  await word.page().getByRole('radio', { name: source, exact: true }).check()
  await word.page().keyboard.press('Escape')
}
