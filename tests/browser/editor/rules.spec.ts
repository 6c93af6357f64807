import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import {
  draftOf,
  newDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { addWebhook } from '#tests/functional/integrations/factories'

const OPTIONS = [
  { id: 'fr', label: 'France' },
  { id: 'de', label: 'Germany' },
]
const GIVEN: GivenBlock[] = [
  { id: 'countryblk1', kind: 'select', label: 'Country', key: 'country', settings: { options: OPTIONS } },
  { id: 'ageblock001', kind: 'number', label: 'Age', key: 'age' },
  { id: 'regionblk01', kind: 'text', label: 'Region', key: 'region' },
  { id: 'breakblock1', kind: 'page-break', settings: { title: 'Work' } },
  { id: 'workblock01', kind: 'text', label: 'Trade', key: 'trade' },
  { id: 'breakblock2', kind: 'page-break', settings: { title: 'Last words' } },
  { id: 'wordsblock1', kind: 'text', label: 'Words', key: 'words' },
]

async function content(desk: Desk, id: string): Promise<Record<string, unknown>> {
  await saved(desk.page)
  return (await draftOf(desk)).find((row) => row.block_id === id)?.content ?? {}
}

/** The Rules tab of a block. */
async function rulesOf(page: Page, id: string): Promise<void> {
  await page.locator(`[data-block="${id}"]`).focus()
  await page.getByRole('tab', { name: 'Rules' }).click()
}

test.group('Editor: rules', () => {
  test('groups of all, any and none inside each other, in words; then a formula', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await rulesOf(page, 'regionblk01')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await rule.getByText('Show this when Country is France.').waitFor()
    await rule.getByRole('button', { name: 'Group', exact: true }).click()
    const outer = rule.getByRole('group', { name: 'Conditions' }).first()
    const inner = outer.getByRole('group', { name: 'Conditions' })
    await inner.getByRole('button', { name: 'Condition', exact: true }).click()
    await inner.getByRole('combobox', { name: 'Field' }).last().click()
    await page.getByRole('option', { name: 'Age' }).click()
    await inner.getByLabel('How it is compared').last().selectOption({ label: 'is at least' })
    await inner.getByLabel('Value').last().fill('18')
    await inner.getByLabel('Value').first().selectOption({ label: 'Germany' })
    await rule
      .getByText('Show this when Country is France and (Country is Germany or Age is at least 18).')
      .waitFor()
    await inner.getByLabel('How many of these must hold').selectOption({ label: 'none of these' })
    await rule
      .getByText('Show this when Country is France and (none of: Country is Germany, Age is at least 18).')
      .waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const stored = await content(desk, 'regionblk01')
    assert.equal(stored.state, 'hidden')
    assert.deepEqual(stored.rules, [
      {
        do: 'show',
        when: {
          all: [
            { left: { field: 'countryblk1' }, op: 'is', right: { value: 'fr' } },
            {
              not: {
                any: [
                  { left: { field: 'countryblk1' }, op: 'is', right: { value: 'de' } },
                  { left: { field: 'ageblock001' }, op: 'gte', right: { value: 18 } },
                ],
              },
            },
          ],
        },
      },
    ])

    // emptied, it can be a formula
    const remove = () => outer.getByRole('button', { name: 'Remove this condition' })
    await remove().last().click()
    await remove().first().click()
    await outer.getByRole('button', { name: 'Formula', exact: true }).click()
    await rule.getByRole('textbox', { name: /[Ff]ormula/ }).fill('{age} >= 18')
    const formula = await content(desk, 'regionblk01')
    assert.include(JSON.stringify(formula.rules), '{#ageblock001} >= 18')
    await rule.getByRole('button', { name: 'Remove this rule' }).click()
    const none = await content(desk, 'regionblk01')
    assert.isUndefined(none.rules)
    assert.isUndefined(none.state)
  })

  test('both sides are answers, calculations, today, or a parameter, as far as that makes sense', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        ...GIVEN,
        { id: 'tripblock01', kind: 'date', label: 'Trip', key: 'trip', settings: { range: true } },
        { id: 'totalblock1', kind: 'calculation', label: 'Total', key: 'total', settings: { formula: '7' } },
        { id: 'wordsblock2', kind: 'text', label: 'More words', key: 'more' },
      ],
    })
    const { page } = desk
    await rulesOf(page, 'wordsblock2')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    const says = (words: string) => rule.getByText(`Show this when ${words}.`, { exact: true }).waitFor()
    const choose = async (name: string, option: string) => {
      await rule.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const kinds = rule.getByLabel('What it is compared with')
    const offered = async () => (await kinds.locator('option').allInnerTexts()).map((one) => one.trim())

    // an option: nothing else of its type is here, and now is no option
    assert.deepEqual(await offered(), ['a value', 'a parameter of the link'])
    await choose('Field', 'Age')
    assert.deepEqual(await offered(), ['a value', 'another answer', 'a parameter of the link'])
    await kinds.selectOption('another answer')
    await says('Age is Total')
    await rule.getByLabel('How it is compared').selectOption({ label: 'is between' })
    await rule.getByLabel('Upper value', { exact: true }).fill('90')
    await says('Age is between Total and 90')

    await choose('Field', 'Trip → To')
    assert.deepEqual(await offered(), ['a value', 'another answer', 'today', 'a parameter of the link'])
    await rule.getByLabel('How it is compared').selectOption({ label: 'is after' })
    await kinds.selectOption('today')
    await says('Trip → To is after today')
    await kinds.selectOption('another answer')
    await says('Trip → To is after Trip → From')
    await kinds.selectOption('a parameter of the link')
    await rule.getByLabel('Value: name of the parameter').fill('last_day')
    await says('Trip → To is after the parameter "last_day"')
    assert.deepEqual(await axeFindings(page), [])

    await choose('Field', 'A parameter of the link')
    await rule.getByLabel('Field: name of the parameter').fill('group')
    await rule.getByLabel('Value', { exact: true }).fill('staff')
    await says('the parameter "group" is staff')
    await rule.getByRole('button', { name: 'Condition', exact: true }).click()
    await rule.getByRole('combobox', { name: 'Field', exact: true }).last().click()
    await page.getByRole('option', { name: 'Now', exact: true }).click()
    await rule.getByLabel('How it is compared').last().selectOption({ label: 'is after' })
    await kinds.last().selectOption('another answer')
    await rule.getByRole('combobox', { name: 'Value: answer' }).click()
    await page.getByRole('option', { name: 'Trip → To', exact: true }).click()
    await says('the parameter "group" is staff and today is after Trip → To')
    assert.deepEqual((await content(desk, 'wordsblock2')).rules, [
      {
        do: 'show',
        when: {
          all: [
            { left: { param: 'group' }, op: 'is', right: { value: 'staff' } },
            { left: { now: true }, op: 'after', right: { field: 'tripblock01.to' } },
          ],
        },
      },
    ])
    assert.equal(await page.getByRole('list', { name: 'Problems' }).count(), 0)
  })

  test('a rule skips to a later page, and the page does', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await rulesOf(page, 'countryblk1')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await rule.getByLabel('What the rule does').selectOption({ label: 'Skip to' })
    const to = rule.getByLabel('Where it skips to')
    await to.selectOption({ label: 'page 3, Last words' })
    await rule.getByLabel('How it is compared').selectOption({ label: 'is at least' })
    await rule.getByText('Skip to page 3, Last words when Age is at least').waitFor()
    await rule.getByLabel('Value').fill('65')
    assert.deepInclude((await content(desk, 'countryblk1')).rules, {
      do: 'skip',
      to: 'breakblock2',
      when: { all: [{ left: { field: 'ageblock001' }, op: 'gte', right: { value: 65 } }] },
    })
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
    await visitor.getByLabel('Age', { exact: true }).fill('70')
    await visitor.getByRole('button', { name: 'Next' }).click()
    await visitor.getByLabel('Words').waitFor()
    assert.equal(await visitor.getByLabel('Trade').count(), 0)
  })

  test('a default: fixed, from the link, none', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await page.locator('[data-block="ageblock001"]').focus()
    const source = page.getByLabel('Filled in at first')
    await source.selectOption({ label: 'A fixed answer' })
    const answer = page.getByLabel('Answer', { exact: true })
    await answer.fill('twelve')
    await page.getByText('This is not an answer to this question.').waitFor()
    await answer.fill('18')
    assert.deepEqual((await content(desk, 'ageblock001')).default, { value: 18 })
    await page.locator('[data-block="regionblk01"]').focus()
    await source.selectOption({ label: 'A parameter of the link' })
    await page.getByLabel('Name of the parameter').fill('where')
    assert.deepEqual((await content(desk, 'regionblk01')).default, { param: 'where' })
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}?where=Alsace`)
    assert.equal(await visitor.getByLabel('Region').inputValue(), 'Alsace')
    assert.equal(await visitor.getByLabel('Age', { exact: true }).inputValue(), '18')
    await source.selectOption({ label: 'Nothing' })
    assert.isUndefined((await content(desk, 'regionblk01')).default)
  })

  test('deleting a question says what stands on it; what then stands on nothing names it and leads there', async ({
    assert,
    browser,
  }) => {
    const of = (field: string) => ({ when: { left: { field }, op: 'is-not-empty' }, do: 'hide' })
    const desk = await newDesk(browser, {
      blocks: [
        ...GIVEN,
        {
          id: 'totalblock1',
          kind: 'calculation',
          label: 'Total',
          key: 'total',
          settings: { formula: '{#ageblock001} * 2' },
        },
        {
          id: 'lastblock01',
          kind: 'text',
          label: 'Last of {#ageblock001}',
          key: 'last',
          rules: [of('regionblk01'), of('countryblk1'), of('ageblock001')],
        },
      ],
    })
    const { page } = desk
    const block = (id: string) => page.locator(`[data-block="${id}"]`)
    await addWebhook(desk.creator, { id: desk.formId }, 'https://example.com/hook', {
      name: 'Orders',
      condition: { all: [{ left: { field: 'ageblock001' }, op: 'gt', right: { value: 17 } }] },
    })
    const told = page.getByRole('alert').filter({ hasText: 'removed.' })
    const undo = async () => {
      await told.getByRole('button', { name: 'Undo' }).click()
      await told.waitFor({ state: 'detached' })
    }

    // by key, several at once, by an empty label
    const alsoElsewhere = '1 rule, 1 formula, 1 text and 1 integration use it.'
    await page.setViewportSize({ width: 390, height: 780 })
    await block('ageblock001').focus()
    await page.keyboard.press('Delete')
    await told.getByText(`Block removed. ${alsoElsewhere}`).waitFor()
    // long as the text is, the button stands beside it with all of its words
    const button = told.getByRole('button', { name: 'Undo' })
    await eventually(async () => {
      const box = await button.boundingBox()
      assert.isAtMost((box?.x ?? 390) + (box?.width ?? 0), 390)
    })
    const cut = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('[role=alert] button *')].map((one) => one.scrollWidth - one.clientWidth))`,
    )
    assert.equal(cut, 0)
    await undo()
    await page.setViewportSize({ width: 1280, height: 800 })
    await block('ageblock001').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await told.getByText('2 blocks removed. 2 rules, 1 formula, 1 text and 1 integration use them.').waitFor()
    await undo()
    const label = block('countryblk1').locator('[data-text="label"]')
    await label.fill('')
    await label.press('Backspace')
    await told.getByText('Block removed. 1 rule uses it.').waitFor()
    await undo()
    await label.fill('Country')
    await block('workblock01').focus()
    await page.keyboard.press('Delete')
    await told.getByText('Block removed.', { exact: true }).waitFor()
    await undo()

    // by the menu
    await block('countryblk1').hover()
    await block('countryblk1')
      .getByRole('button', { name: /^Move / })
      .click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await told.getByText('Block removed. 1 rule uses it.').waitFor()
    await saved(page)

    // the block leads to the rule
    const problem = block('lastblock01').getByRole('button', { name: /“Country” is no longer in the form/ })
    await problem.click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await rule.nth(1).locator(':focus').waitFor()
    await rule.nth(1).getByText('“Country” is no longer in the form').waitFor()
    assert.equal(await rule.nth(0).getByText('no longer in the form').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('tab', { name: 'Content' }).click()

    // so does the list before publishing
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: /“Country” is no longer in the form/ }).click()
    await rule.nth(1).locator(':focus').waitFor()

    // a formula says so while it is typed, and the integration on its page
    await block('ageblock001').focus()
    await page.keyboard.press('Delete')
    await told.getByText(`Block removed. ${alsoElsewhere}`).waitFor()
    await block('totalblock1').focus()
    await page.getByRole('tab', { name: 'Content' }).click()
    await page
      .getByRole('complementary', { name: 'Settings' })
      .getByText('“Age” is no longer in the form. Choose another question, or remove this.', { exact: true })
      .waitFor()
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await sheet
      .getByRole('link', {
        name: 'The condition of the webhook “Orders” asks “Age”, which is no longer in the form.',
      })
      .click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.getByPlaceholder('“Age” (removed)').waitFor()
  })
})
