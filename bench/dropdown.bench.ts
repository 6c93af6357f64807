// A dropdown of 10,000 options beside one of 1,000 in Chromium: what the page's thread works for a frame of scrolling and
// for a key of searching, and the frames per second, beside those of a page that has nothing to draw.
import type { Browser } from 'playwright'
import { publishedForm } from '#tests/functional/respond/answering'
import { inChromium } from './browser/in_chromium.ts'
import { listWork } from './browser/long_list.ts'
import { exitCode, figure, ms } from './million/figures.ts'

const FEW = 1000
const MANY = 10_000
const TURNS = 6
/** milliseconds of a frame, of 60 in a second */
const FRAME = 1000 / 60

async function opened(browser: Browser, count: number) {
  const options = Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `Town ${index}` }))
  const { slug, visitor } = await publishedForm([
    {
      ...{ id: 'town01', kind: 'select', v: 1, key: 'town', label: 'Town' },
      settings: { options, appearance: 'dropdown' },
    },
  ])
  const page = await browser.newPage({ baseURL: visitor.baseUrl, viewport: { width: 390, height: 844 } })
  await page.goto(`/forms/${slug}`)
  await page.locator('input[role=combobox]').waitFor()
  return page
}

async function measure(browser: Browser): Promise<boolean> {
  const [few, many] = await listWork([await opened(browser, FEW), await opened(browser, MANY)], TURNS)
  const say = (what: string, one: number, other: number) =>
    figure(what, `${ms(one)} of ${FEW}, ${ms(other)} of ${MANY}`, {
      text: `≤ ${FRAME.toFixed(1)} ms`,
      held: other <= FRAME,
    })
  say('work of the page for a frame of scrolling', few.frame, many.frame)
  say('work of the page for a key of searching', few.key, many.key)
  figure('frames while it is scrolled', `${few.fps.toFixed(1)} and ${many.fps.toFixed(1)} a second`)
  return exitCode() === 0
}

process.exit((await inChromium(4193, measure)) ? 0 : 1)
