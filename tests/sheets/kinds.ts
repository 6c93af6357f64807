import type { Browser, BrowserContext, Page } from 'playwright'
import { everyKind, formOfEveryKind, KINDS_IN, LOOK } from '#tests/browser/respond/every_kind'
import { composeKinds, type Drawn, type Place } from './compose_kinds.ts'
import type { Part } from './part.ts'
import { drawScreen, type Screen, screens } from './screens.ts'

/** How large a sheet of all kinds is drawn, and one of some. */
const WHOLE = { scale: 0.7, quality: 60 }
const SOME = { scale: 1, quality: 90 }
const WIDTHS = [390, 1280]
const KIND_OF = new Map(everyKind.map(({ id, kind }) => [id, kind]))

async function complain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.message').first().waitFor()
}

/** A page from top to bottom, with all that comes as it is seen, and where its blocks are. */
async function drawPage(page: Page, path: string, wrong: boolean, part: Part): Promise<Drawn> {
  await page.goto(path)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  if (wrong) await complain(page)
  for (const block of await page.locator('.block').all()) await block.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await page.evaluate('scrollTo(0, 0)')
  const places: Place[] = []
  // those of a section are drawn with it
  for (const block of await page.locator('#page .blocks > :is(.block, .beside):not(.section *)').all()) {
    const box = await block.boundingBox()
    // what stands beside a picture is a block of a block
    const named = (await block.getAttribute('id')) === null ? block.locator('[id^="b-"]').first() : block
    const id = (await named.getAttribute('id')) ?? ''
    if (box && part.hasRow(KIND_OF.get(id.slice('b-'.length)) ?? '')) places.push({ row: id, ...box })
  }
  return { png: await page.screenshot({ fullPage: true }), places }
}

type Forms = readonly (readonly [path: string, wrong: boolean])[]

/** The three columns of one width: empty, filled in, and with what is missing. */
async function drawColumns(
  context: BrowserContext,
  forms: Forms,
  shown: readonly Screen[],
  part: Part,
): Promise<Drawn[][]> {
  const columns: Drawn[][] = []
  for (const [state, [path, wrong]] of forms.entries()) {
    const page = await context.newPage()
    const drawn = [await drawPage(page, path, wrong, part)]
    for (const screen of shown) {
      const also = await drawScreen(page, screen, state)
      if (also) drawn.push(also)
    }
    columns.push(drawn)
    await page.close()
  }
  return columns
}

/**
 * Draws every kind of block in each of its shapes: empty, filled in and with what is missing, on a telephone and a desk, one
 * sheet for each theme and scheme. Returns the sheets by name.
 */
export async function kindSheets(
  browser: Browser,
  baseURL: string,
  part: Part,
): Promise<Map<string, Buffer>> {
  const sheets = new Map<string, Buffer>()
  for (const theme of ['default', 'simple', 'notion']) {
    const schemes = (['light', 'dark'] as const).filter((one) => part.hasSheet(`kinds-${theme}-${one}`))
    if (!schemes.length) continue
    const appearance = { ...LOOK, theme }
    const forms: [string, boolean][] = []
    for (const state of ['empty', 'filled', 'wrong'] as const) {
      const { slug } = await formOfEveryKind({ appearance }, false, KINDS_IN[state])
      forms.push([`/forms/${slug}`, state === 'wrong'])
    }
    const shown = (await screens({ appearance })).filter(({ kind }) => part.hasRow(kind))
    for (const colorScheme of schemes) {
      const columns: Drawn[][] = []
      for (const width of WIDTHS) {
        const viewport = { width, height: 900 }
        const permissions = ['camera']
        const context = await browser.newContext({
          ...{ baseURL, viewport, colorScheme, permissions },
          reducedMotion: 'reduce',
        })
        columns.push(...(await drawColumns(context, forms, shown, part)))
        await context.close()
      }
      const sheet = await composeKinds(browser, columns, part.whole ? WHOLE : SOME)
      sheets.set(`kinds-${theme}-${colorScheme}`, sheet)
    }
  }
  return sheets
}
