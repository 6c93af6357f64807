import { test } from '@japa/runner'
import type { Browser, Locator, Page } from 'playwright'
import { countCalls } from '#tests/browser/calls'
import { eventually } from '#tests/browser/eventually'
import { newDesk, saved } from '#tests/browser/editor/desk'
import { blockId, manyBlocks, manyOptions } from '#tests/browser/editor/many'

const FEW = 10
const MANY = 500
const KEYS = 8
/** how much more work a key may be among many than among few */
const MOST = 1.3

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

/** How many functions of the page run for one key in a text, all told: what it draws, checks and saves. */
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
  await calls.take()
  await type('abcdefgh'.slice(0, KEYS))
  const count = await calls.take()
  await calls.end()
  await saved(page)
  return count / KEYS
}

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
      const option = page.locator('[data-text="options.o5.label"]')
      await option.click()
      const row = settings.getByRole('textbox', { name: 'Label of option 6', exact: true })
      await row.waitFor()
      if (count > FEW) await settings.getByRole('button', { name: `Show all ${count} options` }).click()
      await settings.getByRole('textbox', { name: `Label of option ${count}`, exact: true }).waitFor()
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
})
