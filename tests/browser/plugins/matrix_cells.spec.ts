import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { faultsOf } from '#tests/browser/shell/screen'
import { publishedForm } from '#tests/functional/respond/answering'

const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))
const rows = lines('Monday', 'Friday')
const BLOCKS = [
  block('matrix', 'notes1', 'Your week', {
    settings: { rows, columns: lines('Lunch', 'Supper'), cells: 'text' },
  }),
  block('matrix', 'hours1', 'Your hours', {
    settings: { rows, columns: lines('Planned', 'Worked'), cells: 'number', everyRow: true },
  }),
  block('matrix', 'seats1', 'Your seats', {
    settings: { rows, columns: lines('Desk'), cells: 'dropdown', options: lines('Window', 'Door') },
  }),
  block('calculation', 'total1', 'Together', {
    settings: { formula: '{#hours1.monday--worked} + {#hours1.friday--worked}' },
  }),
  block('text', 'why001', 'Why so long?', {
    state: 'hidden',
    rules: [
      { when: { left: { field: 'hours1.friday--worked' }, op: 'gt', right: { value: 8 } }, do: 'show' },
    ],
  }),
]

const cell = (page: Page, question: string, row: string, column: string) =>
  page.getByRole('group', { name: question }).getByRole('group', { name: row }).getByLabel(column)

async function fill(page: Page): Promise<void> {
  await cell(page, 'Your week', 'Friday', 'Supper').fill('Soup, bread')
  await cell(page, 'Your hours', 'Monday', 'Planned').fill('8')
  await cell(page, 'Your hours', 'Monday', 'Worked').fill('7.5')
  await cell(page, 'Your hours', 'Friday', 'Planned').fill('8')
  await cell(page, 'Your seats', 'Monday', 'Desk').selectOption({ label: 'Door' })
}

const STORED = [null, null, null, 'Soup, bread', 8, 7.5, 8, 9.5, 'Door', null, 17, null]

test.group('Cells of a matrix that are filled in', () => {
  test('with a script: what is wrong is led to, sums and conditions follow', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    await fill(page)
    const worked = cell(page, 'Your hours', 'Friday', 'Worked')
    await worked.fill('long')
    await send(page)
    await page.getByText('Enter a number in “Friday, Worked”.').first().waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.locator('#summary').getByRole('link', { name: 'Your hours' }).click()
    await worked.and(page.locator(':focus')).waitFor()
    await worked.fill('9.5')
    await page.getByLabel('Why so long?').waitFor()
    await page.getByText('17', { exact: true }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    // a table where there is room; below 560 px each row is a card with its cells one below the other
    for (const [width, isTable] of [
      [559, false],
      [800, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const of = async (column: string) => (await cell(page, 'Your hours', 'Monday', column).boundingBox())?.y
      assert.equal((await of('Planned')) === (await of('Worked')), isTable, `${width} px`)
    }
    await page.reload()
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.equal(await worked.inputValue(), '9.5')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    assert.deepEqual(
      await rowsWhere(form, { field: 'notes1.friday--supper', op: 'contains', value: 'bread' }),
      [STORED],
    )
    assert.lengthOf(await rowsWhere(form, { field: 'hours1.friday--worked', op: 'gt', value: 9 }), 1)
    assert.lengthOf(await rowsWhere(form, { field: 'hours1.friday--worked', op: 'lt', value: 9 }), 0)
    assert.lengthOf(await rowsWhere(form, { field: 'seats1.monday--desk', op: 'is', value: 'door' }), 1)
    const csv = await form.creator.visitor.get(`/api/forms/${form.slug}/submissions.csv`)
    const [line] = parse<Record<string, string>>(csv.text, { columns: true, bom: true })
    assert.equal(line?.['Your week (Friday, Supper)'], 'Soup, bread')
    assert.equal(line?.['Your hours (Friday, Worked)'], '9.5')
  })

  test('a choice that has the focus wears its ring clear of its tick', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const page = await visit(browser, await publishedForm([block('matrix', 'grid01', 'Rated')]), true)
    cleanup(() => page.context().close())
    await page.getByRole('radio').first().press(' ')
    const ring = `(({ outlineStyle, outlineWidth, outlineOffset }) => [outlineStyle, outlineWidth, outlineOffset])`
    assert.deepEqual(await page.evaluate(`${ring}(getComputedStyle(document.activeElement))`), [
      'solid',
      '2px',
      '2px',
    ])
  })

  test('rows are cards below 560 pixels, and wherever their place is as narrow', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const grids = [block('matrix', 'grid01', 'Rated'), block('matrix', 'grid02', 'Beside', { width: '1/2' })]
    const page = await visit(browser, await publishedForm(grids), false)
    cleanup(() => page.context().close())
    const shown = (id: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('#b-${id} .fw-matrix-table')).display`)
    for (const [width, wide, narrow] of [
      [559, 'grid', 'grid'],
      [600, 'table', 'grid'],
      [1280, 'table', 'grid'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      assert.deepEqual([await shown('grid01'), await shown('grid02')], [wide, narrow], `${width} px`)
    }
  })

  test('without JavaScript they are inputs of the same names', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm(BLOCKS.slice(0, 4))
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    await fill(page)
    await send(page)
    await page.getByText('Fill in “Friday, Worked”.').first().waitFor()
    await cell(page, 'Your hours', 'Friday', 'Worked').fill('9.5')
    assert.equal(await cell(page, 'Your seats', 'Monday', 'Desk').inputValue(), 'door')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await rowsWhere(form, { field: 'total1', op: 'eq', value: 17 }), [STORED.slice(0, -1)])
  })
})
