import type { CDPSession, Page } from 'playwright'

/** Counts how long the page's own thread worked: what it has to do itself, however busy the machine is with others. */
export interface Work {
  /** milliseconds of work so far */
  sum(): Promise<number>
  end(): Promise<void>
}

/** Begins to count the work of a page. */
export async function countWork(page: Page): Promise<Work> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    async sum() {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0) * 1000
    },
    end: () => session.detach(),
  }
}
