import type { Page } from 'playwright'

/** Counts the calls of functions in a page's own scripts: work that is the same on every machine. */
export interface Calls {
  /** since the last time it was asked */
  take(): Promise<number>
  end(): Promise<void>
}

/** Begins to count. Functions run slower from then on. */
export async function countCalls(page: Page): Promise<Calls> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async take() {
      const { result } = await session.send('Profiler.takePreciseCoverage')
      const own = result.filter(({ url }) => url.includes('/creator/assets/'))
      return own
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    },
    end: () => session.detach(),
  }
}
