// The editor of the largest forms: 2,000 blocks of every kind. How it opens, what one key costs and how smoothly a block is
// dragged among them, beside a form of ten. Floors are ratios of the two where they depend on the machine.
// Run: npm run bench large_editor
import type { Browser, Page } from 'playwright'
import { newDesk } from '#tests/browser/editor/editor_page'
import { everyKindOften } from '#tests/browser/respond/every_kind'
import { inChromium } from './browser/in_chromium.ts'
import { dragging, type Side, sideOf, typing } from './browser/typing.ts'
import { countWork } from './browser/work.ts'
import { exitCode, figure, ms } from './million/figures.ts'

const FEW = 10
const MANY = 2_000
const REQUESTS = 25
const SECOND = 1_000
/** a text of every round, and the one that is nearest to the middle of many */
const textOf = (round: number) => `name01x${round}`
const ROUND = Math.floor(MANY / 2 / everyKindOften(MANY).findIndex(({ id }) => id === textOf(1)))

/** Notes when blocks are painted for the first time. */
const FIRST = `
  window.seen = new Promise((seen) => {
    const look = () => {
      if (!document.querySelector('[data-block]')) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => seen(performance.now())
      port2.postMessage(0)
    }
    requestAnimationFrame(look)
  })`

/** Opens a form once more, with a warm cache, and prints how that went. */
async function opening(page: Page, size: number): Promise<void> {
  await page.addInitScript(FIRST)
  let requests = 0
  page.on('request', () => (requests += 1))
  const work = await countWork(page)
  const before = await work.sum()
  await page.reload()
  const seen = await page.evaluate<number>('window.seen')
  const shown = (await work.sum()) - before
  await page.waitForLoadState('networkidle')
  await page.locator('[data-plain]').first().waitFor({ state: 'detached', timeout: 120_000 })
  figure(`opening ${size} blocks, until they are seen`, `${ms(seen)}, work of the page ${ms(shown)}`, {
    text: `< ${SECOND} ms`,
    held: seen < SECOND,
  })
  figure('  until all of them are live', `work of the page ${ms((await work.sum()) - before)}`)
  figure('  requests', String(requests), { text: `≤ ${REQUESTS}`, held: requests <= REQUESTS })
  await work.end()
}

async function side(browser: Browser, size: number, id: string): Promise<Side> {
  const { page } = await newDesk(browser, { title: 'Large', blocks: everyKindOften(size) })
  await opening(page, size)
  return sideOf(page, size, page.locator(`[data-block="${id}"] [data-text="label"]`))
}

async function measure(browser: Browser): Promise<boolean> {
  const ids = [textOf(0), textOf(ROUND)] as const
  const [few, many] = [await side(browser, FEW, ids[0]), await side(browser, MANY, ids[1])]
  await dragging(few, many, ids)
  await typing('a label', few, many)
  return exitCode() === 0
}

process.exit((await inChromium(4191, measure)) ? 0 : 1)
