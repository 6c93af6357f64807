import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { chip, choose } from '#tests/browser/editor/rule_chips'
import { blocks, newDesk, publish, saved } from '#tests/browser/editor/editor_page'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** A form made in the editor: a matrix of two rows, and a range of days with its nights. */
async function build(page: Page): Promise<void> {
  const palette = page.getByRole('complementary', { name: 'Blocks to add' })
  const add = async (preset: string, label: string) => {
    await palette.getByRole('button', { name: preset, exact: true }).click()
    await blocks(page).last().locator('[data-text="label"]').fill(label)
  }
  await add('Matrix', 'How was it?')
  await page.getByRole('textbox', { name: 'Label of row 1' }).fill('Food')
  await page.getByRole('textbox', { name: 'Label of row 2' }).fill('Staff')
  for (const [index, name] of ['Good', 'Fair', 'Bad'].entries())
    await page.getByRole('textbox', { name: `Label of column ${index + 1}` }).fill(name)
  await page.getByRole('button', { name: 'Remove Fair' }).click()
  await page.getByRole('switch', { name: 'Require every row' }).check()
  await add('Date range', 'Trip')
  await page.getByLabel('Earliest date').fill('2024-01-01')
  await add('Calculation', 'Nights')
  await page.getByRole('textbox', { name: /^Formula/ }).fill('days_between({trip.from}, {trip.to})')
  await saved(page)
}

async function respondent(browser: Browser, way: { width: number; javaScriptEnabled: boolean }) {
  const { width, javaScriptEnabled } = way
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    javaScriptEnabled,
    locale: 'en-US',
  })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  return context
}

const row = (page: Page, name: string) => page.getByRole('radiogroup', { name })

test.group('Answers with parts', () => {
  test('built, answered with and without JavaScript, seen in columns, filtered by a row, exported', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { title: 'Afterwards' })
    cleanup(() => desk.context.close())
    await build(desk.page)
    await publish(desk.page)

    const live = await respondent(browser, { width: 390, javaScriptEnabled: true })
    cleanup(() => live.close())
    const page = await live.newPage()
    await page.goto(`/forms/${desk.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.deepEqual(await axeFindings(page), [])
    await row(page, 'Food').getByRole('radio', { name: 'Bad' }).focus()
    await page.keyboard.press('ArrowUp')
    await row(page, 'Food').getByRole('radio', { name: 'Good', checked: true }).waitFor()
    await page.getByPlaceholder('MM/DD/YYYY').first().fill('2024-02-28')
    await page.getByPlaceholder('MM/DD/YYYY').last().fill('2024-03-01')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Answer “Staff”.').first().waitFor()
    await row(page, 'Staff').getByLabel('Bad').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    const plain = await respondent(browser, { width: 1280, javaScriptEnabled: false })
    cleanup(() => plain.close())
    const other = await plain.newPage()
    await other.goto(`/forms/${desk.slug}`)
    await row(other, 'Food').getByLabel('Good').check()
    await row(other, 'Staff').getByLabel('Good').check()
    await other.getByRole('button', { name: 'Send' }).click()
    await other.getByRole('heading', { name: 'Thank you' }).waitFor()

    await desk.page.goto(`/forms/${desk.slug}/show/submissions`)
    await desk.page.getByRole('cell', { name: 'Bad' }).waitFor()
    const headings = ['How was it? (Food)', 'How was it? (Staff)', 'Trip (From)', 'Trip (To)', 'Nights']
    for (const name of headings) await desk.page.getByRole('columnheader', { name, exact: true }).waitFor()
    assert.equal(await desk.page.getByRole('cell', { name: 'Feb 28, 2024' }).count(), 1)

    await desk.page.getByRole('button', { name: 'Filter', exact: true }).click()
    await chip(desk.page, 'Question').click()
    await desk.page.getByRole('option', { name: /Staff/ }).click()
    await choose(chip(desk.page, 'Value'), 'Bad')
    await desk.page.getByRole('button', { name: 'Add filter' }).click()
    await desk.page.getByText('1 found').waitFor()
    assert.equal(await desk.page.getByRole('cell', { name: 'Bad' }).count(), 1)

    const csv = await desk.creator.visitor.get(`/api/forms/${desk.slug}/submissions.csv`)
    const [head, ...lines] = parse(csv.text, { bom: true })
    const from = head?.indexOf(headings[0]) ?? 0
    assert.deepEqual(head?.slice(from, from + headings.length), headings)
    assert.sameDeepMembers(
      lines.map((line) => line.slice(from, from + headings.length)),
      [
        ['Good', 'Bad', '2024-02-28', '2024-03-01', '2'],
        ['Good', 'Good', '', '', ''],
      ],
    )
  }).timeout(120_000)
})
