// The creator app in Chromium. Work for one key in a label among 10 and among 500 blocks, in one of 10 and of 500 options
// on the page and in the panel; frames while a block is dragged among both; its routes with a warm cache in forms of both
// sizes: from the click on a link to the paint that shows what the page is for. Floors are ratios of the two sizes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { countCalls } from '#tests/browser/calls'
import { newDesk, saved, type GivenBlock } from '#tests/browser/editor/editor_page'
import { blockId, manyBlocks, manyOptions, rowInPanel } from '#tests/browser/editor/many'
import { inChromium } from './browser/in_chromium.ts'
import { changeRoutes } from './browser/routes.ts'
import { countWork, type Work } from './browser/work.ts'
import { exitCode, figure, ms, quantile } from './million/figures.ts'

const FEW = 10
const MANY = 500
/** keys of one turn; few and many take turns, so that a busy machine is busy for both */
const KEYS = 25
const TURNS = 6
const WORK_RATIO = 1.3
const ROUTE_RATIO = 2
const FRAMES = 50
const SHARE = 0.8

const RECORD_KEYS = `
  if (!window.paints) {
    addEventListener('keydown', (event) => {
      const began = event.timeStamp
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.paints.push(performance.now() - began)
        port2.postMessage(0)
      })
    }, true)
  }
  window.paints = []`
const RECORD_FRAMES = `
  window.frames60 = []
  const tick = (now) => { window.frames60.push(now); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)`

/** A text in one of both pages, and what was measured of it. */
interface Side {
  page: Page
  text: Locator
  work: Work
  /** milliseconds of work for each key */
  each: number[]
  /** milliseconds from each key to the next paint */
  paints: number[]
  /** calls of functions for one key */
  calls: number
}

async function sideOf(page: Page, text: Locator): Promise<Side> {
  await page.locator('[data-plain]').first().waitFor({ state: 'detached' })
  return { page, text, work: await countWork(page), each: [], paints: [], calls: 0 }
}

async function keys(side: Side, count: number, each: () => Promise<void>): Promise<void> {
  const { page, text } = side
  await page.bringToFront()
  await text.click()
  await page.keyboard.press('End')
  await sleep(500)
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('abcdefghij'.charAt(index % 10))
    await sleep(40)
    await each()
  }
  await saved(page)
}

async function turn(side: Side): Promise<void> {
  await side.page.evaluate(RECORD_KEYS)
  let before = await side.work.sum()
  await keys(side, KEYS, async () => {
    const now = await side.work.sum()
    side.each.push(now - before)
    before = now
  })
  side.paints.push(...(await side.page.evaluate<number[]>('window.paints')))
}

async function count(side: Side): Promise<void> {
  const calls = await countCalls(side.page)
  await keys(side, 0, async () => {})
  await calls.take()
  await keys(side, KEYS, async () => {})
  side.calls = (await calls.take()) / KEYS
  await calls.end()
}

/** Types at the end of a text among few and among many by turns, and prints what one key costs in both. */
async function typing(what: string, few: Side, many: Side): Promise<void> {
  for (let round = 0; round < TURNS; round += 1) for (const side of [few, many]) await turn(side)
  for (const side of [few, many]) await count(side)
  const sorted = (list: number[]) => [...list].sort((a, b) => a - b)
  const [fewEach, manyEach] = [sorted(few.each), sorted(many.each)]
  ratio(`${what}, work of the page for one key`, quantile(fewEach, 0.5), quantile(manyEach, 0.5), ms)
  ratio('  calls of functions for one key', few.calls, many.calls, (value) => value.toFixed(0))
  const [fewPaints, manyPaints] = [sorted(few.paints), sorted(many.paints)]
  const paint = (list: number[]) => `${ms(quantile(list, 0.5))}, p95 ${ms(quantile(list, 0.95))}`
  figure('  from a key to the paint', `${paint(fewPaints)} among ${FEW}; ${paint(manyPaints)} among ${MANY}`)
  await few.page.close()
  await many.page.close()
}

/** Prints a figure of both sizes, whose ratio has a floor. */
function ratio(what: string, few: number, many: number, say: (value: number) => string): void {
  figure(what, `${say(few)} among ${FEW}, ${say(many)} among ${MANY}: ${(many / few).toFixed(2)}`, {
    text: `≤ ${WORK_RATIO}`,
    held: many / few <= WORK_RATIO,
  })
}

/** Drags a block up and down the window; answers the frames per second. */
async function dragging(page: Page, id: string): Promise<number> {
  await page.bringToFront()
  const block = page.locator(`[data-block="${id}"]`)
  await block.hover()
  await block.locator('button').first().hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 5 })
  await page.evaluate(RECORD_FRAMES)
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.move(600, turn % 2 ? 250 : 600, { steps: 60 })
  const frames = await page.evaluate<number[]>('window.frames60')
  await page.mouse.up()
  return ((frames.length - 1) * 1000) / (frames[frames.length - 1] - frames[0])
}

async function desk(browser: Browser, blocks: GivenBlock[]): Promise<Page> {
  return (await newDesk(browser, { title: 'Long', blocks })).page
}

async function blocks(browser: Browser): Promise<void> {
  const side = async (size: number) => {
    const page = await desk(browser, manyBlocks(size))
    return sideOf(page, page.locator(`[data-block="${blockId(size / 2)}"] [data-text="label"]`))
  }
  const [few, many] = [await side(FEW), await side(MANY)]
  const fps = [await dragging(few.page, blockId(FEW / 2)), await dragging(many.page, blockId(MANY / 2))]
  figure(
    'a block is dragged',
    `${fps[0].toFixed(1)} frames/s among ${FEW}, ${fps[1].toFixed(1)} among ${MANY}`,
    {
      text: `≥ ${FRAMES} frames/s, or ≥ ${SHARE} of those among ${FEW}`,
      held: fps[1] >= FRAMES || fps[1] >= SHARE * fps[0],
    },
  )
  await typing('a label', few, many)
}

async function options(browser: Browser): Promise<void> {
  const onPage = async (size: number) => {
    const page = await desk(browser, manyOptions(size))
    return sideOf(page, page.locator(`[data-text="options.o${size / 2}.label"]`))
  }
  await typing('an option on the page', await onPage(FEW), await onPage(MANY))
  const inPanel = async (size: number) => {
    const page = await desk(browser, manyOptions(size))
    await page.locator('[data-block="choice"] [data-text="label"]').click()
    return sideOf(page, await rowInPanel(page, size / 2))
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
