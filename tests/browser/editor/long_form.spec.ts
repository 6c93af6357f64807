import { test } from '@japa/runner'
import type { Browser, Locator, Page } from 'playwright'
import { countCalls } from '#tests/browser/calls'
import { eventually, holds } from '#tests/browser/eventually'
import { countStyled } from '#tests/browser/styled'
import { draftOf, newDesk, saved } from '#tests/browser/editor/editor_page'
import { everyKindOften } from '#tests/browser/respond/every_kind'
import { blockId, manyBlocks, manyOptions, rowInPanel } from '#tests/browser/editor/many'

const FEW = 10
const MANY = 500
/** how much more work a key may be among many than among few */
const MOST = 1.3
/** at how many styles the browser may look for three keys, and for the state of saving */
const MOST_STYLED = 100
/** how many rows of options the panel may hold, however many there are */
const ROWS = 40

/** So many questions, the last but one with as many options; all of them live. */
async function longForm(browser: Browser, count: number): Promise<Page> {
  const { page } = await newDesk(browser, { blocks: [...manyBlocks(count), ...manyOptions(count)] })
  await page.locator('[data-plain]').first().waitFor({ state: 'detached' })
  return page
}

const textOf = (text: Locator) =>
  text.evaluate(
    (element: { value?: string; textContent: string | null }) => element.value ?? element.textContent,
  )

/**
 * How many functions of the page run for one key in a text: what it draws and checks. The median of several keys, since
 * saving runs when it likes.
 */
async function callsPerKey(page: Page, text: Locator, follows: Locator): Promise<number> {
  await text.click()
  await page.keyboard.press('End')
  let typed = (await textOf(text)) ?? ''
  // what follows a key is waited for: keys that come at once are drawn at once
  const type = async (letters: string) => {
    for (const letter of letters) {
      await page.keyboard.press(letter)
      typed += letter
      await eventually(async () => {
        if ((await textOf(follows)) !== typed) throw new Error('The other place does not follow.')
      })
    }
  }
  await type('xy')
  await saved(page)
  const calls = await countCalls(page)
  const counts: number[] = []
  for (const letter of 'abcdefghi') {
    await calls.take()
    await type(letter)
    counts.push(await calls.take())
  }
  await calls.end()
  await saved(page)
  return counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

/** Whether the browser lays an element out: what stands far out of sight can be left out. */
const isLaidOut = (text: Locator) =>
  text.evaluate((element: { checkVisibility(options: { contentVisibilityAuto: boolean }): boolean }) =>
    element.checkVisibility({ contentVisibilityAuto: true }),
  )

test.group('Editor: long forms', () => {
  test('a key among 500 blocks or options is no more work than among ten', async ({ assert, browser }) => {
    const measure = async (count: number) => {
      const page = await longForm(browser, count)
      const settings = page.getByRole('complementary', { name: 'Settings' })
      const label = page.locator(`[data-block="${blockId(count / 2)}"] [data-text="label"]`)
      const inLabel = await callsPerKey(
        page,
        label,
        settings.getByRole('textbox', { name: 'Label', exact: true }),
      )
      const option = page.locator(`[data-text="options.o${count / 2}.label"]`)
      await option.click()
      const row = await rowInPanel(page, count / 2)
      const onPage = await callsPerKey(page, option, row)
      const inPanel = await callsPerKey(page, row, option)
      await page.close()
      return { label: inLabel, 'option on the page': onPage, 'option in the panel': inPanel }
    }
    const few = await measure(FEW)
    const many = await measure(MANY)
    for (const [what, calls] of Object.entries(many)) {
      const least = Object.entries(few).find(([name]) => name === what)?.[1] ?? 0
      assert.isAtMost(
        calls / least,
        MOST,
        `${what}: ${least.toFixed(0)} calls, ${calls.toFixed(0)} among many`,
      )
    }
  })

  test('a key in a label or a help leaves the styles of everything else alone', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: everyKindOften(60) })
    cleanup(() => desk.context.close())
    const { page } = desk
    await page.locator('[data-plain]').first().waitFor({ state: 'detached' })
    const settings = page.getByRole('complementary', { name: 'Settings' })
    const texts = [
      ['label', 'Label'],
      ['help', 'Help'],
    ] as const
    for (const [path, name] of texts) {
      const text = page.locator(`[data-block="name01x0"] [data-text="${path}"]`)
      const follows = settings.getByRole('textbox', { name, exact: true })
      await text.fill('x')
      await text.press('End')
      await saved(page)
      const styled = await countStyled(page, async () => {
        for (const typed of ['xa', 'xab', 'xabc']) {
          await page.keyboard.press(typed.slice(-1))
          await eventually(async () => assert.equal(await textOf(follows), typed))
        }
      })
      assert.isAtMost(styled, MOST_STYLED, path)
    }
  })

  test('the panel holds the rows near what is seen and the one with the focus', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: manyOptions(MANY) })
    cleanup(() => desk.context.close())
    const { page } = desk
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await page.locator('[data-block="choice"] [data-text="label"]').click()
    const row = await rowInPanel(page, 250)
    const rows = settings.getByRole('listitem')
    assert.isAtMost(await rows.count(), ROWS)
    const item = rows.filter({ has: page.getByRole('textbox', { name: 'Label of option 251', exact: true }) })
    assert.equal(await item.getAttribute('aria-posinset'), '251')
    assert.equal(await item.getAttribute('aria-setsize'), String(MANY))
    await row.click()
    await page.keyboard.press('End')
    await page.keyboard.type('a')
    // the same option on the page, which stands beside the panel at its begin
    const beside = page.locator('[data-text="options.o250.label"]')
    await beside.filter({ hasText: 'Option 250a' }).waitFor({ state: 'attached' })
    assert.isFalse(await isLaidOut(beside))
    assert.isTrue(await isLaidOut(page.locator('[data-text="options.o0.label"]')))
    const first = settings.getByRole('textbox', { name: 'Label of option 1', exact: true })
    await first.waitFor({ state: 'detached' })
    await eventually(async () => {
      if ((await first.count()) > 0) return
      await page.mouse.wheel(0, -4000)
      throw new Error('The first row is not near.')
    })
    await settings
      .getByRole('textbox', { name: 'Label of option 240', exact: true })
      .waitFor({ state: 'detached' })
    await page.keyboard.type('b')
    await holds(row, 'Option 250ab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const moved = settings.getByRole('textbox', { name: 'Label of option 250', exact: true })
    await holds(moved, 'Option 250ab')
    assert.isAtMost(await rows.count(), ROWS)
    await saved(page)
    const { content } = (await draftOf(desk)).find((one) => one.block_id === 'choice') ?? {}
    assert.include(JSON.stringify(content?.settings), '"label":"Option 250ab"')
  })

  test('blocks that are only drawn come to live when they are scrolled to', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: manyBlocks(100) })
    cleanup(() => desk.context.close())
    const { page } = desk
    // a page that is never idle
    await page.addInitScript('window.requestIdleCallback = () => 0')
    await page.reload()
    const labelOf = (index: number) => page.locator(`[data-block="${blockId(index)}"] [data-text="label"]`)
    const typeInto = async (index: number) => {
      await labelOf(index).click()
      await page.keyboard.press('End')
      await page.keyboard.type('xyz')
    }
    await typeInto(0)
    const last = page.locator('[data-plain]').last()
    await last.waitFor()
    const id = String(await last.getAttribute('data-plain'))
    await last.scrollIntoViewIfNeeded()
    await page.locator(`[data-plain="${id}"]`).waitFor({ state: 'detached' })
    await typeInto(99)
    await saved(page)
    assert.isAbove(await page.locator('[data-plain]').count(), 0)
    const labels = (await draftOf(desk)).map(({ content }) => content?.label)
    assert.includeMembers(labels, ['Question 0xyz', 'Question 99xyz'])
  })
})
