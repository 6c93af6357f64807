import { setTimeout } from 'node:timers/promises'
import type { Locator } from 'playwright'

/** As long as Playwright waits for anything. */
const PATIENCE = 30_000

/**
 * Tries until it holds. Takes the place of Playwright's `waitForFunction`, which evaluates in the page on every try but
 * the first, and our content security policy forbids that.
 */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE
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

/** Waits until a control holds this: what a script puts in comes a moment after the control. */
export async function holds(control: Locator, value: string): Promise<void> {
  await eventually(async () => {
    const held = await control.inputValue()
    if (held !== value) throw new Error(`It holds “${held}”, not “${value}”.`)
  })
}
