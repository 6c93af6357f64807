import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { newDesk, publish, saved, type Desk, type GivenBlock } from '#tests/browser/editor/editor_page'
import { adder, chip, choose, write } from '#tests/browser/editor/rule_chips'
import { eventually } from '#tests/browser/eventually'

const OPTIONS = [
  { id: 'red', label: 'Red' },
  { id: 'green', label: 'Green' },
  { id: 'blue', label: 'Blue' },
]

/** How one operator is chosen and filled in, and what its heading is called on the page. */
interface Case {
  words: string
  fill?: (page: Page) => Promise<void>
}

const value = (text: string, upper?: string) => async (page: Page) => {
  await write(chip(page, 'Value'), text)
  if (upper !== undefined) await write(chip(page, 'Upper value'), upper)
}
const option = (label: string) => (page: Page) => choose(chip(page, 'Value'), label)
const options =
  (...labels: string[]) =>
  async (page: Page) => {
    await chip(page, 'Value').click()
    const open = page.getByRole('listbox', { name: 'Value' })
    for (const label of labels) await open.getByRole('option', { name: label, exact: true }).click()
    await open.press('Escape')
    await open.waitFor({ state: 'hidden' })
  }

/** One heading for each operator, shown when it holds: built in the editor, then published. */
async function built(browser: Browser, source: GivenBlock, cases: readonly Case[]): Promise<Desk> {
  const headings = cases.map(({ words }, index) => ({
    id: `headingblk${index}`,
    kind: 'heading',
    settings: { text: words },
  }))
  const desk = await newDesk(browser, { blocks: [source, ...headings] })
  const { page } = desk
  for (const [index, { words, fill }] of cases.entries()) {
    await page.locator(`[data-block="headingblk${index}"]`).focus()
    await page.getByRole('heading', { name: 'Heading', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('A rule makes this depend on an answer.').waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await chip(page, 'Comparison').click()
    const list = page.getByRole('listbox', { name: 'Comparison' })
    await list.waitFor()
    const offered = await list.getByRole('option').allInnerTexts()
    if (offered.length !== cases.length) throw new Error(`operators: ${offered.join(', ')}`)
    await list.getByRole('option', { name: words, exact: true }).click()
    await fill?.(page)
    await page.getByText(`Show this when ${source.label} ${words}`).waitFor()
  }
  await saved(page)
  await publish(page)
  return desk
}

/** Someone who answers. */
async function visit(browser: Browser, slug: string, query = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${slug}${query}`)
  return page
}

/** Waits until just these headings are there. */
async function shows(page: Page, assert: { sameMembers(a: string[], b: string[]): void }, words: string[]) {
  await eventually(async () => {
    const all = await page.getByRole('heading').allInnerTexts()
    assert.sameMembers(
      all.filter((text) => text !== 'A form'),
      words,
    )
  })
}

test.group('Editor: rules in effect on the page', () => {
  test('every comparison with a text', async ({ assert, browser }) => {
    const { slug } = await built(browser, { id: 'sourceblk01', kind: 'text', label: 'Name', key: 'name' }, [
      { words: 'is', fill: value('Ada') },
      { words: 'is not', fill: value('Ada') },
      { words: 'contains', fill: value('da') },
      { words: 'does not contain', fill: value('da') },
      { words: 'starts with', fill: value('A') },
      { words: 'ends with', fill: value('a') },
      { words: 'matches the pattern', fill: value('^A.a$') },
      { words: 'is empty' },
      { words: 'is not empty' },
    ])
    const page = await visit(browser, slug)
    const answer = async (text: string) => {
      await page.getByLabel('Name').fill(text)
      await page.getByLabel('Name').blur()
    }
    await shows(page, assert, ['is not', 'does not contain', 'is empty'])
    await answer('Ada')
    await shows(page, assert, [
      'is',
      'contains',
      'starts with',
      'ends with',
      'matches the pattern',
      'is not empty',
    ])
    await answer('Bob')
    await shows(page, assert, ['is not', 'does not contain', 'is not empty'])
  })

  test('every comparison with a number', async ({ assert, browser }) => {
    const { slug } = await built(browser, { id: 'sourceblk01', kind: 'number', label: 'Guests', key: 'n' }, [
      { words: 'is', fill: value('5') },
      { words: 'is not', fill: value('5') },
      { words: 'is less than', fill: value('5') },
      { words: 'is at most', fill: value('5') },
      { words: 'is more than', fill: value('5') },
      { words: 'is at least', fill: value('5') },
      { words: 'is between', fill: value('4', '6') },
      { words: 'is empty' },
      { words: 'is not empty' },
    ])
    const page = await visit(browser, slug)
    const answer = async (text: string) => {
      await page.getByLabel('Guests').fill(text)
      await page.getByLabel('Guests').blur()
    }
    await shows(page, assert, ['is not', 'is empty'])
    await answer('5')
    await shows(page, assert, ['is', 'is at most', 'is at least', 'is between', 'is not empty'])
    await answer('9')
    await shows(page, assert, ['is not', 'is more than', 'is at least', 'is not empty'])
    await answer('-1')
    await shows(page, assert, ['is not', 'is less than', 'is at most', 'is not empty'])
  })

  test('every comparison with one choice', async ({ assert, browser }) => {
    const source = {
      id: 'sourceblk01',
      kind: 'select',
      label: 'Colour',
      key: 'colour',
      settings: { options: OPTIONS, appearance: 'dropdown' },
    }
    const { slug } = await built(browser, source, [
      { words: 'is', fill: option('Green') },
      { words: 'is not', fill: option('Green') },
      { words: 'is any of', fill: options('Red', 'Green') },
      { words: 'is none of', fill: options('Red', 'Green') },
      { words: 'is empty' },
      { words: 'is not empty' },
    ])
    const page = await visit(browser, slug)
    await shows(page, assert, ['is not', 'is none of', 'is empty'])
    await page.getByLabel('Colour').selectOption({ label: 'Green' })
    await shows(page, assert, ['is', 'is any of', 'is not empty'])
    await page.getByLabel('Colour').selectOption({ label: 'Blue' })
    await shows(page, assert, ['is not', 'is none of', 'is not empty'])
  })

  test('every comparison with several choices', async ({ assert, browser }) => {
    const source = {
      id: 'sourceblk01',
      kind: 'select',
      label: 'Colours',
      key: 'colours',
      settings: { options: OPTIONS, multiple: true },
    }
    const { slug } = await built(browser, source, [
      { words: 'includes all of', fill: options('Red', 'Green') },
      { words: 'includes any of', fill: options('Red', 'Green') },
      { words: 'is none of', fill: options('Red', 'Green') },
      { words: 'is empty' },
      { words: 'is not empty' },
    ])
    const page = await visit(browser, slug)
    await shows(page, assert, ['is none of', 'is empty'])
    await page.getByLabel('Green').check()
    await shows(page, assert, ['includes any of', 'is not empty'])
    await page.getByLabel('Red').check()
    await shows(page, assert, ['includes all of', 'includes any of', 'is not empty'])
    await page.getByLabel('Red').uncheck()
    await page.getByLabel('Green').uncheck()
    await page.getByLabel('Blue').check()
    await shows(page, assert, ['is none of', 'is not empty'])
  })

  test('an error of a rule: in its own words, until it is put right, with and without a script', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [{ id: 'guestblock1', kind: 'number', label: 'Guests', key: 'guests' }],
    })
    const { page } = desk
    await page.locator('[data-block="guestblock1"]').focus()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await choose(chip(page, 'Comparison'), 'is more than')
    await write(chip(page, 'Value'), '6')
    await page.getByText('Show an error when Guests is more than 6.').waitFor()
    const missing = page.getByRole('region', { name: 'Rule' }).getByText('The error of a rule has no words.')
    await missing.waitFor()
    const words = page.getByRole('textbox', { name: 'What is wrong' })
    await words.click()
    await page.keyboard.type('We have no table for {guests} guests.')
    await missing.waitFor({ state: 'detached' })
    assert.deepEqual(await axeFindings(page), [])
    await saved(page)
    await publish(page)
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled, locale: 'en-US' })
      const visitor = await context.newPage()
      await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
      if (javaScriptEnabled) await visitor.locator('html[data-live]').waitFor({ state: 'attached' })
      await visitor.getByLabel('Guests').fill('7')
      await visitor.getByRole('button', { name: 'Send' }).click()
      await visitor.getByText('We have no table for 7 guests.').first().waitFor()
      if (javaScriptEnabled) assert.deepEqual(await axeFindings(visitor), [])
      await visitor.getByLabel('Guests').fill('6')
      await visitor.getByRole('button', { name: 'Send' }).click()
      await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
      await context.close()
    }
  })

  test('hidden, disabled and required by a rule; an ending by its condition; a hidden field from the link', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'ageblock001', kind: 'number', label: 'Years', key: 'years' },
        { id: 'hideblock01', kind: 'text', label: 'Hobby', key: 'hobby' },
        { id: 'shutblock01', kind: 'text', label: 'School', key: 'school' },
        { id: 'mustblock01', kind: 'text', label: 'Parent', key: 'parent' },
        { id: 'fromblock01', kind: 'text', label: 'Source', key: 'source' },
        { id: 'endingblk01', kind: 'ending', settings: { title: 'See you at school' } },
        { id: 'endingblk02', kind: 'ending', settings: { title: 'Thanks' } },
      ],
    })
    const { page } = desk
    const rule = async (id: string, action: string, op: string, than: string) => {
      await page.locator(`[data-block="${id}"]`).focus()
      await page.getByRole('tab', { name: 'Rules' }).click()
      await page.getByText('A rule makes this depend on an answer.').waitFor()
      await page.getByRole('button', { name: 'Add a rule' }).click()
      await choose(chip(page, 'What the rule does'), action)
      await choose(chip(page, 'Comparison'), op)
      await write(chip(page, 'Value'), than)
      await page.getByText(`${action} when Years ${op} ${than}.`).waitFor()
    }
    await rule('hideblock01', 'Hide this', 'is less than', '18')
    await rule('shutblock01', 'Disable this', 'is more than', '17')
    await rule('mustblock01', 'Require an answer', 'is less than', '18')
    assert.deepEqual(await axeFindings(page), [])
    await page.locator('[data-block="endingblk01"]').focus()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('Shown when no other ending fits.').waitFor()
    await choose(adder(page), 'Years')
    await choose(chip(page, 'Comparison'), 'is less than')
    await write(chip(page, 'Value'), '18')
    await page.getByText('Shown when Years is less than 18.').waitFor()

    await page.locator('[data-block="fromblock01"]').focus()
    await page.getByLabel('Default answer').selectOption({ label: 'A link parameter' })
    await page.getByLabel('Parameter name').fill('from')
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('radiogroup', { name: 'Starts as' }).getByText('Hidden', { exact: true }).click()
    await page.getByText('Starts hidden').waitFor()
    await publish(page)

    const child = await visit(browser, desk.slug, '?from=letter')
    assert.equal(await child.getByLabel('Source').count(), 0)
    await child.getByLabel('Years').fill('12')
    await child.getByLabel('Years').blur()
    await child.getByLabel('Hobby').waitFor({ state: 'detached' })
    assert.isTrue(await child.getByLabel('School').isEnabled())
    await child.getByRole('button', { name: 'Send' }).click()
    // it has to be answered
    await child.locator('[aria-invalid="true"]').waitFor()
    await child.getByLabel('Parent').fill('Grace')
    await child.getByRole('button', { name: 'Send' }).click()
    await child.getByRole('heading', { name: 'See you at school' }).waitFor()

    const adult = await visit(browser, desk.slug)
    await adult.getByLabel('Years').fill('40')
    await adult.getByLabel('Years').blur()
    await adult.locator('input:disabled').waitFor()
    assert.isTrue(await adult.getByLabel('School').isDisabled())
    await adult.getByLabel('Hobby').fill('Chess')
    await adult.getByRole('button', { name: 'Send' }).click()
    await adult.getByRole('heading', { name: 'Thanks' }).waitFor()
  })
})
