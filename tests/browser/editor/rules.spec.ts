import { test } from '@japa/runner'
import type { Browser, Locator, Page } from 'playwright'
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
import { adder, chip, choose, compareWith, write } from '#tests/browser/editor/rule_chips'
import { hasFocus } from '#tests/browser/shell/screen'
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

/** Opens the published form as a respondent, with or without a script. */
async function visit(browser: Browser, desk: Desk, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, locale: 'en-US' })
  const visitor = await context.newPage()
  await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
  if (javaScriptEnabled) await visitor.locator('html[data-live]').waitFor({ state: 'attached' })
  return visitor
}

test.group('Editor: rules', () => {
  test('groups of all, any and none inside each other, in words; then a formula', async ({
    assert,
    browser,
  }) => {
    const when = { formula: '{#ageblock001} > 8' }
    const written = {
      ...{ id: 'writtenblk1', kind: 'text', label: 'Wish', key: 'wish' },
      rules: [{ do: 'hide', when }],
    }
    const desk = await newDesk(browser, { blocks: [...GIVEN, written] })
    const { page } = desk
    await rulesOf(page, 'regionblk01')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    const says = (words: string) => rule.getByText(`Show this when ${words}.`, { exact: true }).waitFor()
    await says('Country is France')
    await choose(adder(rule), 'Conditions in parentheses')
    await choose(chip(rule, 'Value').last(), 'Germany')
    await choose(adder(rule).first(), 'Age')
    await choose(chip(rule, 'Comparison').last(), 'is at least')
    await rule.getByText('Not finished: fill in what shows “…”.').waitFor()
    await write(chip(rule, 'Value').last(), '18')
    await rule.getByText('Not finished').waitFor({ state: 'detached' })
    await says('Country is France and (Country is Germany or Age is at least 18)')
    // read as it is drawn, word by word
    const drawn = rule.getByRole('group', { name: 'Show this when Country is France and' })
    assert.equal(
      (await drawn.innerText()).replace(/\s+/g, ' '),
      'Show this when Country is France and ( Country is Germany or Age is at least 18 or ) and',
    )
    assert.deepEqual(await axeFindings(page), [])
    await rule.getByRole('button', { name: 'or, press for nor' }).click()
    await says('Country is France and (neither Country is Germany nor Age is at least 18)')
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

    // "and" becomes "or" for its group alone, and undo takes it back
    await rule.getByRole('button', { name: 'and, press for or' }).click()
    await says('Country is France or (neither Country is Germany nor Age is at least 18)')
    await page.keyboard.press('Control+z')
    await says('Country is France and (neither Country is Germany nor Age is at least 18)')

    // emptied, it can be a formula
    await rule.getByRole('button', { name: 'Remove “neither' }).click()
    await rule.getByRole('button', { name: 'Remove “Country is France”' }).click()
    await rule.getByText('Show this always.').waitFor()
    await choose(adder(rule), 'A formula')
    await rule.getByRole('textbox', { name: /[Ff]ormula/ }).fill('{age} >= 18')
    const formula = await content(desk, 'regionblk01')
    assert.include(JSON.stringify(formula.rules), '{#ageblock001} >= 18')
    await rule.getByRole('button', { name: 'Remove this rule' }).click()
    const none = await content(desk, 'regionblk01')
    assert.isUndefined(none.rules)
    assert.isUndefined(none.state)

    // a condition that a program wrote as a formula becomes sentences; undo brings it back
    await rulesOf(page, 'writtenblk1')
    await rule.getByRole('button', { name: 'Use sentences instead' }).press('Enter')
    await hasFocus(page, adder(rule))
    await page.keyboard.press('Control+z')
    await rule.getByRole('textbox', { name: /[Ff]ormula/ }).waitFor()
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
    const word = (name: string) => chip(rule, name).last()
    const offered = async (name: string) => {
      await word(name).click()
      const sources = page.getByRole('radiogroup', { name: 'What it is compared with' })
      await sources.waitFor()
      const words = await sources.locator('label').allInnerTexts()
      await page.keyboard.press('Escape')
      await sources.waitFor({ state: 'hidden' })
      return words
    }

    // an option: nothing else of its type is here, and now is no option
    assert.deepEqual(await offered('Value'), ['a value', 'a link parameter'])
    await choose(word('Question'), 'Age')
    assert.deepEqual(await offered('Value'), ['a value', 'another answer', 'a link parameter'])
    await compareWith(word('Value'), 'another answer')
    await says('Age is Total')
    await choose(word('Comparison'), 'is between')
    await write(word('Upper value'), '90')
    await says('Age is between Total and 90')

    await choose(word('Question'), 'Trip (To)')
    assert.deepEqual(await offered('Value'), ['a value', 'another answer', 'today', 'a link parameter'])
    await choose(word('Comparison'), 'is after')
    await compareWith(word('Value'), 'today')
    await says('Trip (To) is after today')
    await compareWith(word('Value'), 'another answer')
    await says('Trip (To) is after Trip (From)')
    await compareWith(word('Value'), 'a link parameter')
    await write(word('Value'), 'last_day')
    await says('Trip (To) is after the parameter "last_day"')
    await word('Value').click()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')

    await choose(word('Question'), 'A link parameter')
    await write(word('Parameter name'), 'group')
    await write(word('Value'), 'staff')
    await says('the parameter "group" is staff')
    await choose(adder(rule), 'Now')
    await choose(word('Comparison'), 'is after')
    await compareWith(word('Value'), 'another answer')
    await choose(word('Value'), 'Trip (To)')
    await says('the parameter "group" is staff and today is after Trip (To)')
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

  test('a rule is written, changed and taken back by keys alone', async ({ assert, browser }) => {
    const many = Array.from({ length: 12 }, (_, n) => ({
      id: `guestblk${String(n).padStart(3, '0')}`,
      kind: 'text',
      label: `Guest ${n + 1}`,
      key: `guest${n + 1}`,
    }))
    const desk = await newDesk(browser, { blocks: [...GIVEN, ...many] })
    const { page } = desk
    const keys = page.keyboard
    await rulesOf(page, 'regionblk01')
    const rule = page.getByRole('region', { name: 'Rule' })
    const says = (words: string) => rule.getByText(`${words}.`, { exact: true }).waitFor()
    const on = (name: string | RegExp) =>
      page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
    const inside = (found: Locator) => found.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
    await on('What the rule does: Show this')
    await keys.press('Space')
    await inside(page.getByRole('listbox', { name: 'What the rule does' }))
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await on('What the rule does: Hide this')

    // a long list is searched; Escape leaves everything as it was
    await keys.press('Tab')
    await on('Question: Country')
    await keys.press('Enter')
    const search = page.getByRole('combobox', { name: 'Question' })
    await inside(search)
    await keys.type('guest 1')
    await page.getByRole('option', { name: 'Guest 12' }).waitFor()
    await keys.press('Escape')
    await on('Question: Country')
    await keys.press('Enter')
    await inside(search)
    await keys.type('guest 12')
    await page.getByRole('option', { name: 'Guest 1', exact: true }).waitFor({ state: 'detached' })
    await keys.press('Enter')
    await on('Question: Guest 12')
    await keys.press('Tab')
    await keys.press('Tab')
    await on('Value: not filled in')
    await keys.press('Enter')
    await inside(page.getByRole('textbox', { name: 'Value' }))
    await keys.type('Ada')
    await keys.press('Enter')
    await on('Value: Ada')
    await says('Hide this when Guest 12 is Ada')

    // another condition; Delete takes it away, Backspace the one before, and undo brings it back
    await keys.press('Tab')
    await on('Remove “Guest 12 is Ada”')
    await keys.press('Tab')
    await on('and: add a condition')
    await keys.press('Enter')
    await inside(page.getByRole('combobox', { name: 'Add a condition' }))
    await keys.type('age')
    await keys.press('Enter')
    await on('Question: Age')
    await rule.getByText('Hide this when Guest 12 is Ada and Age is …', { exact: true }).waitFor()
    await keys.press('Delete')
    await on('Question: Guest 12')
    await keys.press('Backspace')
    await on('Add a condition')
    await says('Hide this always')
    await keys.press('Control+z')
    await says('Hide this when Guest 12 is Ada')
    assert.lengthOf((await content(desk, 'regionblk01')).rules as unknown[], 1)
  })

  test('a rule skips to a later page, and the page does', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await rulesOf(page, 'countryblk1')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await choose(chip(rule, 'What the rule does'), 'Skip to')
    await choose(chip(rule, 'Where it skips to'), 'page 3, Last words')
    await choose(chip(rule, 'Comparison'), 'is at least')
    await write(chip(rule, 'Value'), '65')
    await rule.getByText('Skip to page 3, Last words when Age is at least 65.').waitFor()
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
    const source = page.getByLabel('Default answer')
    await source.selectOption({ label: 'A fixed answer' })
    const answer = page.getByLabel('Answer', { exact: true })
    await answer.fill('twelve')
    await page.getByText('This is not a valid answer to this question.').waitFor()
    await answer.fill('18')
    assert.deepEqual((await content(desk, 'ageblock001')).default, { value: 18 })
    await page.locator('[data-block="regionblk01"]').focus()
    await source.selectOption({ label: 'A link parameter' })
    await page.getByLabel('Parameter name').fill('where')
    assert.deepEqual((await content(desk, 'regionblk01')).default, { param: 'where' })
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}?where=Alsace`)
    assert.equal(await visitor.getByLabel('Region').inputValue(), 'Alsace')
    assert.equal(await visitor.getByLabel('Age', { exact: true }).inputValue(), '18')
    await source.selectOption({ label: 'Nothing' })
    assert.isUndefined((await content(desk, 'regionblk01')).default)
  })

  test('a fixed default that is none says how one is written; one in parts is given in its control', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'arrivblk001', kind: 'date', label: 'Arrival', key: 'arrival' },
        { id: 'orderblk001', kind: 'ranking', label: 'Order', key: 'order' },
        { id: 'homeblock01', kind: 'address', label: 'Home', key: 'home', settings: { country: 'DE' } },
        { id: 'otherblk001', kind: 'address', label: 'Other', key: 'other' },
      ],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    await page.locator('[data-block="arrivblk001"]').focus()
    const source = page.getByLabel('Default answer')
    await source.selectOption({ label: 'A fixed answer' })
    const answer = page.getByLabel('Answer', { exact: true })
    await answer.fill('3/14/2026')
    await page.getByText('Write it like this: 2024-02-29').waitFor()
    await answer.fill('2026-03-14')
    assert.deepEqual((await content(desk, 'arrivblk001')).default, { value: '2026-03-14' })
    await page.locator('[data-block="orderblk001"]').focus()
    await answer.waitFor({ state: 'detached' })
    await source.selectOption({ label: 'A link parameter' })
    await page.getByText('In the link: ?order=["item-1","item-2","item-3"]').waitFor()
    await source.selectOption({ label: 'Other answers' })
    await page.getByPlaceholder('Choose a question').click()
    await page
      .getByText('Only a question of the same type can fill this in, and there is no other.')
      .waitFor()
    await page.keyboard.press('Escape')
    await source.selectOption({ label: 'A fixed answer' })
    const panel = page.getByRole('group', { name: 'Answer', exact: true })
    for (const [item, place] of [
      ['Item 2', '1'],
      ['Item 1', '2'],
      ['Item 3', '3'],
    ] as const)
      await panel.getByRole('spinbutton', { name: item }).fill(place)
    await panel.getByRole('spinbutton', { name: 'Item 3' }).press('Enter')
    await eventually(async () =>
      assert.deepInclude((await content(desk, 'orderblk001')).default, {
        value: {
          order: ['item-2', 'item-1', 'item-3'],
          first: 'item-2',
          places: { 'item-1': 2, 'item-2': 1, 'item-3': 3 },
        },
      }),
    )
    // half an address waits for the rest
    await page.locator('[data-block="homeblock01"]').focus()
    await source.selectOption({ label: 'A fixed answer' })
    await panel.getByLabel('City').fill('Bonn')
    await eventually(async () =>
      assert.deepEqual((await content(desk, 'homeblock01')).default, {
        value: { city: 'Bonn', country: 'DE' },
      }),
    )
    assert.deepEqual(await axeFindings(page), [])
    await page.locator('[data-block="otherblk001"]').focus()
    await source.selectOption({ label: 'Other answers' })
    await page.getByPlaceholder('Choose a question').click()
    await page.getByRole('option', { name: 'Home' }).click()
    await eventually(async () =>
      assert.deepEqual((await content(desk, 'otherblk001')).default, { text: '{#homeblock01}' }),
    )
    await publish(page)

    for (const javaScriptEnabled of [true, false]) {
      const visitor = await visit(browser, desk, javaScriptEnabled)
      cleanup(() => visitor.context().close())
      const city = visitor.getByLabel('City').first()
      assert.equal(await city.inputValue(), 'Bonn')
      if (javaScriptEnabled) await city.fill('Köln')
      const [given, other] = [
        visitor.getByRole('group', { name: 'Home' }),
        visitor.getByRole('group', { name: 'Other' }),
      ]
      if (javaScriptEnabled) {
        await given.getByLabel('Street').first().fill('Am Markt 1')
        await given.getByLabel('Postal code').fill('50667')
        await eventually(async () => assert.equal(await other.getByLabel('City').inputValue(), 'Köln'))
      }
      await visitor.getByRole('button', { name: 'Send' }).click()
      await visitor.getByText('Your answers were sent.').waitFor()
    }
    const { body } = await desk.creator.visitor.get<{
      data: { rows: { answers: Record<string, object> }[] }
    }>(`/api/forms/${desk.formId}/submissions`)
    const whole = { street: 'Am Markt 1', postcode: '50667', city: 'Köln', country: 'DE' }
    const order = ['item-2', 'item-1', 'item-3']
    assert.deepEqual(
      body.data.rows.map(({ answers }) => [answers.homeblock01, answers.otherblk001]),
      [
        [undefined, undefined],
        [whole, whole],
      ],
    )
    for (const { answers } of body.data.rows) assert.deepInclude(answers.orderblk001, { order })
  })

  test('a default made of other answers follows them until it is touched', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
        { id: 'arrivblk001', kind: 'date', label: 'Arrival', key: 'arrival' },
        { id: 'greetblk001', kind: 'text', label: 'Badge', key: 'badge' },
        { id: 'leaveblk001', kind: 'date', label: 'Departure', key: 'departure' },
      ],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    const answer = page.getByRole('textbox', { name: 'Answer', exact: true })
    const fill = async (id: string, before: string, name: string) => {
      await page.locator(`[data-block="${id}"]`).focus()
      await page.getByLabel('Default answer').selectOption({ label: 'Other answers' })
      await page.getByText('The text that fills it in is empty.').first().waitFor()
      await answer.click()
      await page.keyboard.type(`${before}@${name}`)
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    }
    await fill('greetblk001', 'Dear ', 'Name')
    await fill('leaveblk001', '', 'Arrival')
    await saved(page)
    assert.deepEqual((await content(desk, 'greetblk001')).default, { text: 'Dear {#nameblock01}' })
    await publish(page)

    for (const javaScriptEnabled of [true, false]) {
      const visitor = await visit(browser, desk, javaScriptEnabled)
      cleanup(() => visitor.context().close())
      await visitor.getByLabel('Name').fill('Ada')
      const arrival = visitor.getByLabel('Arrival').first()
      await arrival.fill(javaScriptEnabled ? '02/28/2024' : '2024-02-28')
      if (javaScriptEnabled) {
        await eventually(async () => assert.equal(await visitor.getByLabel('Badge').inputValue(), 'Dear Ada'))
        assert.equal(await visitor.getByLabel('Departure').first().inputValue(), '02/28/2024')
        await visitor.getByLabel('Badge').fill('')
        await visitor.getByLabel('Name').fill('Grace')
        assert.equal(await visitor.getByLabel('Badge').inputValue(), '')
      }
      await visitor.getByRole('button', { name: 'Send' }).click()
      await visitor.getByText('Your answers were sent.').waitFor()
    }
    const { body } = await desk.creator.visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
      `/api/forms/${desk.formId}/submissions`,
    )
    assert.deepEqual(
      body.data.rows.map(({ cells }) => cells),
      [
        ['Ada', '2024-02-28', 'Dear Ada', '2024-02-28'],
        ['Grace', '2024-02-28', null, '2024-02-28'],
      ],
    )
  }).timeout(60_000)

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
    await page.getByRole('button', { name: 'Question: “Age” (removed)' }).waitFor()
  })
})
