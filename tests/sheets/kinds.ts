import type { Browser, Page } from 'playwright'
import { formOfEveryKind, KINDS_IN, LOOK } from '#tests/browser/respond/every_kind'
import { composeKinds, type Drawn, type Place } from './compose_kinds.ts'

async function complain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.message').first().waitFor()
}

/** A page from top to bottom, with all that comes as it is seen, and where its blocks are. */
async function drawPage(page: Page, path: string, wrong: boolean): Promise<Drawn> {
  await page.goto(path)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  if (wrong) await complain(page)
  for (const block of await page.locator('.block').all()) await block.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await page.evaluate('scrollTo(0, 0)')
  const places: Place[] = []
  // what stands beside a picture is a block of a block; those of a section are drawn with it
  for (const block of await page.locator('#page .blocks > :is(.block, .beside)').all()) {
    const box = await block.boundingBox()
    const id = await block.locator('[id^="b-"]').or(block).first().getAttribute('id')
    if (box && id) places.push({ id, ...box })
  }
  return { png: await page.screenshot({ fullPage: true }), places }
}

/**
 * Draws every kind of block in each of its shapes: empty, filled in and with what is missing, on a telephone and a desk, one
 * sheet for each theme and scheme. Returns the sheets by name.
 */
export async function kindSheets(browser: Browser, baseURL: string): Promise<Map<string, Buffer>> {
  const sheets = new Map<string, Buffer>()
  for (const theme of ['default', 'simple', 'notion']) {
    const appearance = { ...LOOK, theme }
    const forms = [
      [await formOfEveryKind({ appearance }, false, KINDS_IN.empty), false],
      [await formOfEveryKind({ appearance }, false, KINDS_IN.filled), false],
      [await formOfEveryKind({ appearance }, false, KINDS_IN.wrong), true],
    ] as const
    for (const colorScheme of ['light', 'dark'] as const) {
      const drawn: Drawn[] = []
      for (const width of [390, 1280]) {
        const viewport = { width, height: 900 }
        const context = await browser.newContext({ baseURL, viewport, colorScheme, reducedMotion: 'reduce' })
        const page = await context.newPage()
        for (const [{ slug }, wrong] of forms) drawn.push(await drawPage(page, `/forms/${slug}`, wrong))
        await context.close()
      }
      sheets.set(`kinds-${theme}-${colorScheme}`, await composeKinds(browser, drawn))
    }
  }
  return sheets
}
