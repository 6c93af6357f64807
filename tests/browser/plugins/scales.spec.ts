import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { faultsOf } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { publishedForm, submit } from '#tests/functional/respond/answering'

const BLOCKS = [
  block('rating', 'stars1', 'The food', { settings: { half: true, startLabel: 'Bad', endLabel: 'Great' } }),
  block('rating', 'marks1', 'The staff', { settings: { icon: 'number', max: 10 } }),
  block('scale', 'nps001', 'Would you recommend us?', {
    required: true,
    settings: { min: 0, max: 10, nps: true, startLabel: 'Not at all', endLabel: 'Very likely' },
  }),
  block('scale', 'fair01', 'Was it fair?', { settings: { min: -2, max: 2, colour: 'red-to-green' } }),
]

test.group('Rating and scale', () => {
  test('are answered live by keyboard and pointer, and without JavaScript, with the same answers', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    assert.deepEqual(await faultsOf(page), [])

    const food = page.getByRole('group', { name: 'The food' })
    await food.getByRole('radio', { name: '3.5 of 5' }).click()
    await page.keyboard.press('ArrowLeft')
    await food.getByRole('radio', { name: '3 of 5', checked: true }).and(page.locator(':focus')).waitFor()
    const lit = '.fw-star label:has(input):not(:hover)'
    const filled = () =>
      page.evaluate<number>(
        `[...document.querySelectorAll(${JSON.stringify(lit)})].filter((one) => getComputedStyle(one).fill !== 'rgba(0, 0, 0, 0)').length`,
      )
    await page.mouse.move(0, 0)
    assert.equal(await filled(), 6)
    await food.getByRole('radio', { name: '4.5 of 5' }).hover()
    // the one that is pointed at is not counted
    assert.equal(await filled(), 8)
    await food.getByRole('button', { name: 'Clear' }).press('Enter')
    await page.mouse.move(0, 0)
    assert.equal(await filled(), 0)
    await food.getByRole('radio', { name: '0.5 of 5' }).and(page.locator(':focus')).press('Space')
    await food.getByRole('radio', { name: '0.5 of 5', checked: true }).waitFor()

    await send(page)
    await page.getByText('Please answer this.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const recommended = page.getByRole('group', { name: 'Would you recommend us?' })
    assert.equal(await recommended.getByRole('button', { name: 'Clear' }).count(), 0)
    await recommended.getByText('10', { exact: true }).click()
    await recommended.getByRole('radio', { name: '10', checked: true }).waitFor()
    await page.getByRole('group', { name: 'Was it fair?' }).getByRole('radio', { name: '-1' }).check()
    assert.deepEqual(await faultsOf(page), [])
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    const plain = await visit(browser, form, false)
    cleanup(() => plain.context().close())
    await plain.getByRole('group', { name: 'The food' }).getByRole('radio', { name: '2 of 5' }).check()
    await plain.getByRole('group', { name: 'The food' }).getByText('No answer').click()
    await plain.getByRole('radio', { name: '10 of 10' }).check()
    await send(plain)
    await plain.getByText('Please answer this.').waitFor()
    await plain.getByRole('radio', { name: '10 of 10', checked: true }).waitFor()
    await plain.getByRole('radio', { name: '0, Not at all' }).check()
    await send(plain)
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()

    assert.deepEqual(await rowsWhere(form, { field: 'stars1', op: 'lt', value: 1 }), [[0.5, null, 10, -1]])
    assert.deepEqual(await rowsWhere(form, { field: 'nps001', op: 'eq', value: 0 }), [[null, 10, 0, null]])
    for (const answers of [{ nps001: 11 }, { nps001: 1.5 }, { nps001: 5, stars1: 0 }])
      assert.equal((await submit(form, answers)).status, 422)
  })

  test('are summed up point by point, a Net Promoter Score in figures', async ({
    assert,
    browserContext,
    visit: open,
  }) => {
    const form = await publishedForm(BLOCKS)
    for (const answers of [
      { nps001: 10, stars1: 4.5 },
      { nps001: 9, stars1: 4.5 },
      { nps001: 8, stars1: 1 },
      { nps001: 3 },
    ])
      await submit(form, answers)
    await signIn(browserContext, form.creator)
    const page = await open(`/forms/${form.slug}/show/submissions/summary`)
    const card = (name: string) => page.getByRole('article', { name })
    const figure = (name: string) =>
      card('Would you recommend us?').locator('dl > div', { hasText: name }).locator('dd').innerText()
    await card('Would you recommend us?').getByText('Promoters').waitFor()
    assert.equal(await figure('Net Promoter Score'), '25')
    assert.equal(await figure('Promoters'), '2')
    assert.equal(await figure('Average'), '7.5')
    assert.deepEqual(
      await card('The food').getByRole('rowheader').allInnerTexts(),
      Array.from({ length: 10 }, (_, index) => String((index + 1) / 2)),
    )
    assert.deepEqual(await card('Was it fair?').getByRole('table').count(), 0)
  })
})
