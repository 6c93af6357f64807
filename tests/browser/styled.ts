import type { Page } from 'playwright'

/** At how many elements' styles the browser looks anew while something happens: the same on every machine. */
export async function countStyled(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let count = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value)
      if (name === 'UpdateLayoutTree') count += Number(Object(args).elementCount)
  })
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  await work()
  await session.send('Tracing.end')
  await ended
  await session.detach()
  return count
}
