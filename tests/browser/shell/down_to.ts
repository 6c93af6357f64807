import type { Page } from 'playwright'

/**
 * Goes down in the table of submissions until it holds this cell; further pages come on the way. From one row that is
 * there to the next: turned by a wheel, a table that is drawn slowly would be past it before it is seen.
 */
export async function downTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('cell', { name, exact: true })
  while (!(await wanted.isVisible())) await page.getByRole('row').last().scrollIntoViewIfNeeded()
}
