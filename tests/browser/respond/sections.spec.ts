import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually, holds } from '#tests/browser/eventually'
import { onlyTab } from '#tests/browser/respond/drafts'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { hasFocus } from '#tests/browser/shell/screen'
import { textBlock } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const inPeople = (one: object) => ({ ...one, parent: 'people' })

/** Two pages: people, of whom there are one to three, and a group of questions that does not repeat. */
const BLOCKS = [
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'persons' },
    settings: { title: 'Person', repeating: true, min: 1, max: 3, addLabel: 'Add a person' },
  },
  inPeople(textBlock('name01', 'Name', { required: true })),
  inPeople(
    block('select', 'lunch1', 'Lunch', {
      settings: { multiple: true, options: [{ id: 'yes', label: 'With lunch' }] },
    }),
  ),
  block('calculation', 'total1', 'How many', { settings: { formula: '{#people}' } }),
  pageBreak('second', { title: 'Where' }),
  { id: 'group1', kind: 'section', v: 1, key: 'group', settings: { title: 'Address' } },
  { ...textBlock('street', 'Street'), parent: 'group1' },
]

const person = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Person ${number}`, exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })

async function live(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

/** Names of the people on the page, in order. */
async function names(page: Page, wanted: string[]): Promise<void> {
  await eventually(async () => {
    const inputs = await page.getByLabel('Name').all()
    const held = await Promise.all(inputs.map((one) => one.inputValue()))
    if (held.join() !== wanted.join()) throw new Error(`${held} are there, not ${wanted}.`)
  })
}

/** Whether something is wider than the window. */
const overflows = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const stored = async (workspaceId: string) => {
  const rows = await inWorkspace<{ answers: { people?: { answers: object }[] } }>(
    workspaceId,
    'select answers from submissions order by received_at',
  )
  return rows.map(({ answers }) => answers)
}

test.group('Sections', () => {
  test('what the device kept and what is added before that has come stand side by side, each with its answers', async ({
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const context = await browser.newContext({ baseURL })
    cleanup(() => context.close())
    const before = await context.newPage()
    await before.goto(`/forms/${form.slug}`)
    await live(before)
    await before.getByLabel('Name').fill('Ada')
    await button(before, 'Add a person').click()
    await person(before, 2).getByLabel('Name').fill('Bob')
    await before.close()
    const page = await onlyTab(context)
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/respondent/assets/begin-*.js', async (route) => {
      await late
      await route.continue()
    })
    await page.goto(`/forms/${form.slug}`)
    await button(page, 'Add a person').click()
    await person(page, 2).getByLabel('Name').fill('Cleo')
    release()
    await live(page)
    await names(page, ['Ada', 'Bob', 'Cleo'])
  })

  test('live: add, move, remove and undo within the bounds; spoken, with the focus in a sensible place', async ({
    assert,
    browser,
  }) => {
    const form = await publishedForm(BLOCKS)
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const add = button(page, 'Add a person')
    assert.equal(await page.getByRole('button', { name: /^(Remove|Move)/ }).count(), 0)
    await person(page, 1).getByLabel('Name').fill('Ada')
    await add.click()
    await hasFocus(page, person(page, 2).getByLabel('Name'))
    await page.keyboard.type('Bob')
    await page.getByText('2', { exact: true }).waitFor()
    await add.click()
    await hasFocus(page, person(page, 3).getByLabel('Name'))
    await page.keyboard.type('Cleo')
    await page.getByText('No more than 3 can be added.').waitFor()
    assert.equal(await add.count(), 0)
    assert.isTrue(await button(page, 'Move Person 1 up').isDisabled())
    assert.deepEqual(await axeFindings(page), [])
    assert.isFalse(await overflows(page))

    await button(page, 'Move Person 3 up').click()
    await said(page, 'Person 3 is now number 2 of 3.')
    await hasFocus(page, button(page, 'Move Person 2 up'))
    await page.keyboard.press('Enter')
    await hasFocus(page, button(page, 'Move Person 1 down'))
    await names(page, ['Cleo', 'Ada', 'Bob'])

    await button(page, 'Remove Person 2').click()
    await said(page, 'Person 2 was removed.')
    await hasFocus(page, button(page, 'Undo'))
    await names(page, ['Cleo', 'Bob'])
    await page.keyboard.press('Enter')
    await hasFocus(page, person(page, 2).getByLabel('Name'))
    await names(page, ['Cleo', 'Ada', 'Bob'])
    // nothing had been written in it: there is nothing to undo
    await person(page, 3).getByLabel('Name').fill('')
    await button(page, 'Remove Person 3').click()
    await hasFocus(page, button(page, 'Remove Person 2'))
    assert.equal(await button(page, 'Undo').count(), 0)

    // what is wrong in an item is led to
    await add.click()
    await person(page, 3).getByLabel('With lunch').check()
    await button(page, 'Next').click()
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await page.getByRole('link', { name: 'Person 3, Name' }).click()
    await hasFocus(page, person(page, 3).getByLabel('Name'))
    await page.keyboard.type('Dora')
    await page.getByRole('heading', { name: 'needs a look' }).waitFor({ state: 'detached' })

    // over a reload, another page and back
    await page.reload()
    await live(page)
    await names(page, ['Cleo', 'Ada', 'Dora'])
    await person(page, 3).getByLabel('With lunch').and(page.locator(':checked')).waitFor()
    await button(page, 'Next').click()
    await page.getByRole('group', { name: 'Address' }).getByLabel('Street').fill('High Street')
    await page.goBack()
    await names(page, ['Cleo', 'Ada', 'Dora'])
    await page.goForward()
    await holds(page.getByLabel('Street'), 'High Street')
    // another tab of the same device has items of its own
    const tab = await context.newPage()
    await tab.goto(`/forms/${form.slug}`)
    await live(tab)
    await names(tab, [''])
    await button(tab, 'Add a person').click()
    await person(tab, 2).getByLabel('Name').fill('Zoe')
    await button(page, 'Send').click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await names(tab, ['', 'Zoe'])
    assert.deepEqual(errors, [])
    const [answers] = await stored(form.creator.workspaceId)
    assert.deepEqual(
      answers.people?.map((item) => item.answers),
      [{ name01: 'Cleo' }, { name01: 'Ada' }, { lunch1: ['yes'], name01: 'Dora' }],
    )
    assert.containSubset(answers, { total1: 3, street: 'High Street' })
    await context.close()
  })

  test('without JavaScript, from right to left: the same by buttons, with the focus on the item', async ({
    assert,
    browser,
  }) => {
    const form = await publishedForm(BLOCKS, { general: { title: 'استمارة', language: 'ar' } })
    const context = await browser.newContext({
      ...{ baseURL, javaScriptEnabled: false, viewport: { width: 390, height: 800 } },
    })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await person(page, 1).getByLabel('Name').fill('Ada')
    await button(page, 'Add a person').click()
    await hasFocus(page, person(page, 2))
    await person(page, 2).getByLabel('Name').fill('Bob')
    await button(page, 'نقل Person 2 إلى أعلى').click()
    await hasFocus(page, button(page, 'نقل Person 1 إلى أسفل'))
    await names(page, ['Bob', 'Ada'])
    await button(page, 'إزالة Person 1').click()
    await hasFocus(page, button(page, 'Add a person'))
    await names(page, ['Ada'])
    assert.isFalse(await overflows(page))
    await button(page, 'التالي').click()
    await page.getByLabel('Street').fill('High Street')
    await button(page, 'إرسال').click()
    await page.getByRole('heading', { level: 2 }).waitFor()
    const [answers] = await stored(form.creator.workspaceId)
    assert.deepEqual(
      answers.people?.map((item) => item.answers),
      [{ name01: 'Ada' }],
    )
    await context.close()
  })
})
