import { setTimeout } from 'node:timers/promises'

/**
 * Tries until it holds, for as long as a save may take. Takes the place of Playwright's `waitForFunction`, which
 * evaluates in the page on every try but the first, and our content security policy forbids that.
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = Date.now() + 10_000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      // Whatever is waited for in this very process gets its turn.
      await setTimeout(20)
    }
  }
}
