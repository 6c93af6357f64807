import type { Browser, Page } from 'playwright'
import { everyKind, formOfEveryKind, LOOK } from '#tests/browser/respond/every_kind'
import { composeKinds, type Drawn, type Place } from './compose_kinds.ts'

/** What stands in each block of `everyKind` that is filled in. Files are sent by hand. */
const FILLED: Readonly<Record<string, unknown>> = {
  name01: 'Ada Lovelace',
  count1: '12345678',
  secret: 'a word',
  essay1: 'The first line.\nA second one, which is longer than a telephone is wide.',
  letter1: 'Dear all, this is a letter.',
  email1: 'ada@example.com',
  site01: 'https://example.com/ada',
  agree1: true,
  sure01: true,
  letter: true,
  colour: { options: ['other'], other: 'Teal' },
  many01: { options: ['red', 'blue'], other: '' },
  menu01: { options: ['soup', 'pie'], other: '' },
  look01: { options: ['blue'], other: '' },
  land01: { options: ['other-colour'], other: '' },
  amount: 1234.5,
  when01: '2026-03-14',
  clock1: '17:30',
  moment: '2026-03-14T17:30',
  stay01: { from: '2026-03-14', to: '2026-03-17' },
  grid01: { 'row-1': 'column-2', 'row-2': 'column-1' },
  grid02: { 'row-1': ['column-1', 'column-3'] },
  grid03: { 'row-1': { 'column-1': 3, 'column-2': 4.5 } },
  grid04: { 'row-2': { 'column-1': 'option-2' } },
  order1: ['item-2', 'item-1', 'item-3'],
  order2: ['item-3', 'item-1'],
  home01: { street: 'Unter den Linden 1', city: 'Berlin', postcode: '10117', country: 'DE' },
  phone1: '+4915123456789',
  paint1: '#dc262680',
  tint01: '#3b82f6',
  stars1: 3.5,
  marks1: 7,
  nps001: 9,
  slide1: 40,
  slide2: { from: -4, to: 6 },
  signed: 'Ada Lovelace',
  nick01: 'Bea',
  age001: 12,
}

const blocks = {
  empty: everyKind,
  filled: everyKind.map((block) =>
    block.id in FILLED ? { ...block, default: { value: FILLED[block.id] } } : block,
  ),
  wrong: everyKind.map((block) => ('key' in block ? { ...block, required: true } : block)),
}

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
  for (const block of await page.locator('#page .blocks > .block').all()) {
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
      [await formOfEveryKind({ appearance }, false, blocks.empty), false],
      [await formOfEveryKind({ appearance }, false, blocks.filled), false],
      [await formOfEveryKind({ appearance }, false, blocks.wrong), true],
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
