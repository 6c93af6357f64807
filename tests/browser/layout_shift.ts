import type { Page } from 'playwright'

/** Counts, in each page that is opened from now on, what moves by itself. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

/** How much has moved on the page since it was opened (Cumulative Layout Shift, without its windows). */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate<number>('window.shifted')
}
