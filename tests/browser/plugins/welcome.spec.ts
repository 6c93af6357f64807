import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { blocks, newDesk, publish, saved } from '#tests/browser/editor/editor_page'
import { send, visit } from '#tests/browser/plugins/visit'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { publishedForm } from '#tests/functional/respond/answering'

/** A form that greets people by the name in their link, and asks on two pages. */
const greeting = (theme: string) =>
  publishedForm(
    [
      { ...block('text', 'name01', 'Name'), default: { param: 'name' } },
      pageBreak('second', { title: 'Where you live' }),
      block('text', 'city01', 'City', { required: true }),
      {
        id: 'hello1',
        kind: 'welcome',
        v: 1,
        settings: { title: 'Hello {#name01}', startLabel: 'Let us begin' },
        rules: [{ when: { left: { param: 'direct' }, op: 'is-not-empty' }, do: 'hide' }],
      },
    ],
    {
      appearance: { theme, size: 'md', radius: 'small', accent: '#DB2777' },
      general: { title: 'A census', description: 'Two questions' },
    },
  )

const progress = (page: Page) => page.getByRole('img', { name: /Page \d of \d/ })

/** Where the middles of what is on the screen stand. */
async function middles(page: Page): Promise<number[]> {
  const names = ['main h1', '.fw-welcome h2', '.buttons .solid']
  const boxes = await Promise.all(names.map((name) => page.locator(name).boundingBox()))
  return boxes.map((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2))
}

test.group('A welcome screen', () => {
  for (const theme of ['default', 'simple', 'notion'])
    test(`is the first screen, in the middle, and no page that counts: ${theme}`, async ({
      assert,
      browser,
    }) => {
      const form = await greeting(theme)
      for (const javaScriptEnabled of [true, false]) {
        const page = await visit(browser, form, javaScriptEnabled)
        await page.goto(`/forms/${form.slug}?name=Ada`)
        if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
        await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
        assert.isFalse(await page.getByText('Two questions').isVisible())
        assert.equal(await progress(page).count(), 0)
        assert.equal(await page.getByRole('textbox').count(), 0)
        assert.equal(await page.getByRole('button', { name: 'Back' }).count(), 0)
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          for (const middle of await middles(page)) assert.closeTo(middle, width / 2, 1)
          if (javaScriptEnabled) assert.deepEqual(await axeFindingsInBoth(page), [])
        }
        await page.getByRole('button', { name: 'Let us begin' }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
        await page.getByText('Two questions').waitFor()
        assert.equal(await page.getByLabel('Name').inputValue(), 'Ada')
        await page.getByLabel('Name').fill('Grace')
        await page.getByRole('button', { name: 'Back' }).click()
        await page.getByRole('heading', { name: 'Hello Grace' }).waitFor()
        await page.getByRole('button', { name: 'Let us begin' }).click()
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByRole('heading', { name: 'Where you live' }).waitFor()
        await page.getByLabel('City').fill('Paris')
        await send(page)
        await page.getByText('Your answers were sent.').waitFor()
        await page.context().close()
      }
    }).timeout(60_000)

  test('is passed by where a rule hides it', async ({ assert, browser }) => {
    const form = await greeting('default')
    const page = await visit(browser, form, true)
    await page.goto(`/forms/${form.slug}?direct=1`)
    await page.getByLabel('Name').waitFor()
    assert.equal(await page.locator('.fw-welcome').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Back' }).count(), 0)
    await page.context().close()
  })

  test('is added at the top, written in place, and a second one is refused', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, {
      title: 'A census',
      blocks: [{ id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' }],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    await blocks(page).first().click()
    await palette.getByRole('button', { name: 'Welcome screen', exact: true }).click()
    const screen = page.getByRole('region', { name: 'Welcome', exact: true })
    await screen.getByRole('textbox', { name: 'Title of Welcome screen' }).fill('Count yourself in')
    await screen.getByRole('textbox', { name: 'Button of Welcome screen' }).fill('Count me')
    await saved(page)
    assert.equal(await blocks(page).first().getAttribute('data-family'), 'welcome')
    assert.deepEqual(await axeFindings(page), [])

    const line = page.getByRole('combobox', { name: 'Add a block' }).last()
    await line.fill('/welcome')
    await line.press('Enter')
    await page.getByText('A form begins with one welcome screen.').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('A form begins with one welcome screen.').first().waitFor({ state: 'detached' })
    await saved(page)
    await publish(page)

    await page.goto(`/forms/${desk.slug}`)
    await page.getByRole('heading', { name: 'Count yourself in' }).waitFor()
    await page.getByRole('button', { name: 'Count me' }).click()
    await page.getByLabel('Name').waitFor()
  }).timeout(60_000)
})
