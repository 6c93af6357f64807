// The creator app in Chromium. Work for one key in a label among 10 and among 500 blocks, in one of 10 and of 500 options
// on the page and in the panel; frames while a block is dragged among both; its routes with a warm cache in forms of both
// sizes: from the click on a link to the paint that shows what the page is for. Floors are ratios of the two sizes.
import type { Browser, Page } from 'playwright'
import { newDesk, type GivenBlock } from '#tests/browser/editor/editor_page'
import { blockId, manyBlocks, manyOptions, rowInPanel } from '#tests/browser/editor/many'
import { inChromium } from './browser/in_chromium.ts'
import { changeRoutes } from './browser/routes.ts'
import { dragging, sideOf, typing } from './browser/typing.ts'
import { exitCode, figure, ms, quantile } from './million/figures.ts'

const FEW = 10
const MANY = 500
const ROUTE_RATIO = 2

async function desk(browser: Browser, blocks: GivenBlock[]): Promise<Page> {
  return (await newDesk(browser, { title: 'Long', blocks })).page
}

async function blocks(browser: Browser): Promise<void> {
  const side = async (size: number) => {
    const page = await desk(browser, manyBlocks(size))
    return sideOf(page, size, page.locator(`[data-block="${blockId(size / 2)}"] [data-text="label"]`))
  }
  const [few, many] = [await side(FEW), await side(MANY)]
  await dragging(few, many, [blockId(FEW / 2), blockId(MANY / 2)])
  await typing('a label', few, many)
}

async function options(browser: Browser): Promise<void> {
  const onPage = async (size: number) => {
    const page = await desk(browser, manyOptions(size))
    return sideOf(page, size, page.locator(`[data-text="options.o${size / 2}.label"]`))
  }
  await typing('an option on the page', await onPage(FEW), await onPage(MANY))
  const inPanel = async (size: number) => {
    const page = await desk(browser, manyOptions(size))
    await page.locator('[data-block="choice"] [data-text="label"]').click()
    return sideOf(page, size, await rowInPanel(page, size / 2))
  }
  await typing('an option in the panel', await inPanel(FEW), await inPanel(MANY))
}

async function routes(browser: Browser): Promise<void> {
  const few = await changeRoutes(browser, manyBlocks(FEW))
  const many = await changeRoutes(browser, manyBlocks(MANY))
  const median = (list: number[]) =>
    quantile(
      [...list].sort((a, b) => a - b),
      0.5,
    )
  for (const [index, { name, times, work }] of few.entries()) {
    const other = many[index]
    const [fewTime, manyTime] = [median(times), median(other.times)]
    figure(
      `to ${name}, ${times.length} times`,
      `${ms(fewTime)} with ${FEW} blocks, ${ms(manyTime)} with ${MANY}: ${(manyTime / fewTime).toFixed(2)}`,
      { text: `≤ ${ROUTE_RATIO}`, held: manyTime / fewTime <= ROUTE_RATIO },
    )
    figure('  work of the page', `${ms(median(work))}, ${ms(median(other.work))}`)
  }
}

async function measure(browser: Browser): Promise<boolean> {
  await blocks(browser)
  await options(browser)
  await routes(browser)
  return exitCode() === 0
}

process.exit((await inChromium(4191, measure)) ? 0 : 1)
