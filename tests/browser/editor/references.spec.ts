import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { axeFindings } from '#tests/browser/axe'
import { draftOf, newDesk, saved, type Desk, type GivenBlock } from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'countryblk1', kind: 'text', label: 'Country', key: 'country' },
  { id: 'nameblock01', kind: 'text', label: 'Full name', key: 'name' },
  { id: 'regionblk01', kind: 'text', label: 'Region', key: 'region' },
]
const REGION = '[data-block="regionblk01"] [data-text="label"]'
const CHIP = '[data-reference]'

/** The text as it is stored, once everything is saved. */
async function stored(desk: Desk, id = 'regionblk01', name = 'label'): Promise<unknown> {
  await saved(desk.page)
  return (await draftOf(desk)).find((row) => row.block_id === id)?.content?.[name]
}

/** The caret behind the text of the region's label. */
async function atEnd(page: Page): Promise<void> {
  await page.locator(REGION).click()
  await page.keyboard.press('End')
}

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

test.group('Editor: references are chips', () => {
  test('@ finds a field by typing; Enter, Tab or a click puts its chip there', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await atEnd(page)
    await keys.type(' in @')
    const menu = page.getByRole('listbox', { name: 'Answers' })
    await menu.waitFor()
    assert.deepEqual(await menu.getByRole('option').allInnerTexts(), [
      'Country\n{country}',
      'Full name\n{name}',
    ])
    assert.deepEqual(await axeFindings(page), [])
    await keys.type('cou')
    assert.equal(await menu.getByRole('option').count(), 1)
    await keys.press('Enter')
    await menu.waitFor({ state: 'detached' })
    assert.equal(await page.locator(REGION).locator(CHIP).innerText(), 'Country')
    await keys.type(' of @')
    await menu.waitFor()
    await keys.press('ArrowDown')
    await keys.press('Tab')
    await keys.type(' @nobody')
    assert.equal(await menu.count(), 0)
    assert.equal(await stored(desk), 'Region in {#countryblk1} of {#nameblock01} @nobody')

    await keys.type(' @')
    await keys.press('Escape')
    assert.equal(await menu.count(), 0)
    await keys.press('Backspace')
    await keys.type('@')
    await menu.getByRole('option', { name: /Full name/ }).click()
    assert.equal(await stored(desk), 'Region in {#countryblk1} of {#nameblock01} @nobody {#nameblock01}')
    // no other block was begun: Enter was the menu's
    assert.equal(await page.locator('[data-block]').count(), 3)
    assert.deepEqual(await axeFindings(page), [])
  })

  test('a brace asks as well, and so it is in every text that answers are put into', async ({
    assert,
    browser,
  }) => {
    const texts: [block: string, path: string][] = [
      ['regionblk01', 'label'],
      ['regionblk01', 'help'],
      ['headingblk1', 'text'],
      ['paragrblk01', 'text'],
      ['breakblock1', 'title'],
      ['endingblk01', 'title'],
      ['endingblk01', 'text'],
      ['colourblk01', 'options.red.label'],
    ]
    const layout = [
      ['headingblk1', 'heading'],
      ['paragrblk01', 'paragraph'],
      ['breakblock1', 'page-break'],
      ['endingblk01', 'ending'],
    ].map(([id = '', kind = '']) => ({ id, kind, settings: { text: 'Text', title: 'Title' } }))
    const colour = {
      ...{ id: 'colourblk01', kind: 'select', label: 'Colour', key: 'colour' },
      settings: { options: [{ id: 'red', label: 'Red' }] },
    }
    const desk = await newDesk(browser, { blocks: [...GIVEN, colour, ...layout] })
    const { page } = desk
    const keys = page.keyboard
    const menu = page.getByRole('listbox', { name: 'Answers' })
    await page.locator(REGION).click()
    await page.getByRole('textbox', { name: 'Help', exact: true }).fill('Help')
    for (const [block, path] of texts) {
      const text = page.locator(`[data-block="${block}"] [data-text="${path}"]`)
      await text.click()
      await keys.press('End')
      for (const typed of ['{full na', ' @cou']) {
        await keys.type(typed)
        await menu.waitFor()
        await keys.press('Enter')
      }
      assert.deepEqual(await text.locator(CHIP).allInnerTexts(), ['Full name', 'Country'])
    }
    // a doubled brace is a brace, and what is taken back with it takes its menu along
    await atEnd(page)
    await keys.type(' {{')
    await keys.type('{')
    await menu.waitFor()
    await keys.press('Control+z')
    await menu.waitFor({ state: 'detached' })
    assert.deepEqual(
      await stored(desk, 'regionblk01', 'help'),
      richTextOf('Help{#nameblock01} {#countryblk1}'),
    )
  })

  test('a typed {key} becomes a chip, and typing goes on behind it', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await atEnd(page)
    await page.keyboard.type(' of {country}, {nothing} and {{name}')
    assert.equal(await page.locator(REGION).locator(CHIP).count(), 1)
    assert.equal(await stored(desk), 'Region of {#countryblk1}, {nothing} and {{name}')
    await page.keyboard.press('Home')
    await page.keyboard.type('{name}: ')
    assert.equal(await stored(desk), '{#nameblock01}: Region of {#countryblk1}, {nothing} and {{name}')
  })

  test('arrows cross it in one step; Backspace and Delete remove it as one', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN.slice(0, 2), { ...GIVEN[2], label: 'a{#countryblk1}b{#nameblock01}' }],
    })
    const { page } = desk
    const keys = page.keyboard
    await atEnd(page)
    await keys.press('ArrowLeft')
    await keys.type('1')
    await keys.press('ArrowLeft')
    await keys.press('ArrowLeft')
    await keys.press('ArrowLeft')
    await keys.type('2')
    assert.equal(await stored(desk), 'a2{#countryblk1}b1{#nameblock01}')
    await keys.press('ArrowRight')
    await keys.type('3')
    assert.equal(await stored(desk), 'a2{#countryblk1}3b1{#nameblock01}')
    await keys.press('ArrowLeft')
    await keys.press('Backspace')
    assert.equal(await stored(desk), 'a23b1{#nameblock01}')
    await keys.press('End')
    await keys.press('Backspace')
    assert.equal(await stored(desk), 'a23b1')
    await keys.press('Control+z')
    assert.equal(await page.locator(REGION).locator(CHIP).innerText(), 'Full name')
    await keys.press('End')
    await keys.press('ArrowLeft')
    await keys.press('Delete')
    assert.equal(await stored(desk), 'a23b1')
  })

  test('alone in its text it can be typed around, selected and replaced', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN.slice(0, 2), { ...GIVEN[2], label: '{#countryblk1}' }],
    })
    const { page } = desk
    const keys = page.keyboard
    await atEnd(page)
    await keys.type('?')
    await keys.press('Home')
    await keys.type('In ')
    assert.equal(await stored(desk), 'In {#countryblk1}?')
    await keys.press('Control+a')
    await keys.type('Where')
    assert.equal(await stored(desk), 'Where')
  })

  test('copied it is {key} in plain text; pasted it is a chip again', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN.slice(0, 2), { ...GIVEN[2], label: 'Region of {#countryblk1}' }],
    })
    const { page } = desk
    const keys = page.keyboard
    await atEnd(page)
    await keys.press('Control+a')
    await keys.press('Control+c')
    assert.equal(await clipboard(page), 'Region of {country}')
    await page.getByRole('textbox', { name: 'Help' }).click()
    await keys.press('Control+v')
    await page.getByRole('textbox', { name: 'Help' }).first().locator(CHIP).waitFor()
    assert.deepEqual(await stored(desk, 'regionblk01', 'help'), richTextOf('Region of {#countryblk1}'))
    await atEnd(page)
    await keys.press('Control+a')
    await keys.press('Control+x')
    assert.equal(await stored(desk), '')
    assert.equal(await clipboard(page), 'Region of {country}')
  })

  test('it follows the label of its field, and shows when the field is gone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN.slice(0, 2), { ...GIVEN[2], label: 'Region of {#countryblk1}' }],
    })
    const { page } = desk
    await page.locator('[data-block="regionblk01"]').focus()
    const chips = page.locator(CHIP)
    await chips.nth(1).waitFor()
    assert.deepEqual(await chips.allInnerTexts(), ['Country', 'Country'])
    await page.locator('[data-block="countryblk1"] [data-text="label"]').fill('Land')
    assert.deepEqual(await page.locator(REGION).locator(CHIP).allInnerTexts(), ['Land'])
    assert.equal(await stored(desk), 'Region of {#countryblk1}')
    // what is read aloud is what is seen
    assert.equal(await page.locator(REGION).textContent(), 'Region of Land')

    await page.locator('[data-block="countryblk1"]').focus()
    await page.keyboard.press('Delete')
    const broken = page.locator(`${REGION} [data-broken]`)
    await broken.waitFor()
    assert.equal(await broken.innerText(), 'removed question')
    assert.match((await broken.getAttribute('title')) ?? '', /was removed/)
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Control+z')
    await broken.waitFor({ state: 'detached' })
    assert.equal(await stored(desk), 'Region of {#countryblk1}')
  })

  test('words composed by an input method stand beside it', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN.slice(0, 2), { ...GIVEN[2], label: '{#countryblk1}' }],
    })
    const { page } = desk
    const session = await desk.context.newCDPSession(page)
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await atEnd(page)
    for (const step of ['k', 'か', 'かn', 'かな']) await compose(step)
    await session.send('Input.insertText', { text: '仮名' })
    assert.equal(await stored(desk), '{#countryblk1}仮名')
    // a key that is composed becomes a chip only when it is done
    await compose('{name}')
    assert.equal(await page.locator(REGION).locator(CHIP).count(), 1)
    await session.send('Input.insertText', { text: '{name}' })
    assert.equal(await stored(desk), '{#countryblk1}仮名{#nameblock01}')
  })

  test('where no answer is ever put in, nothing becomes a reference: buttons stay as typed', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        ...GIVEN,
        {
          id: 'endingblk01',
          kind: 'ending',
          settings: { url: 'https://example.com', buttonLabel: 'Go on' },
        },
      ],
    })
    const { page } = desk
    await page.locator('[data-text="buttonLabel"]').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' {country} @')
    assert.equal(await page.getByRole('listbox', { name: 'Answers' }).count(), 0)
    assert.equal(await page.locator(CHIP).count(), 0)
    assert.propertyVal(await stored(desk, 'endingblk01', 'settings'), 'buttonLabel', 'Go on {country} @')
  })

  test('an ending that names an answer is called by its label wherever it is listed', async ({
    assert,
    browser,
  }) => {
    const when = { left: { field: 'countryblk1' }, op: 'is', right: { value: 'Chile' } }
    const page2: GivenBlock = {
      id: 'pagebreak01',
      kind: 'page-break',
      rules: [{ when, do: 'skip', to: 'endingblk01' }],
    }
    const ending = { id: 'endingblk01', kind: 'ending', settings: { title: 'See you, {#nameblock01}' } }
    const { page } = await newDesk(browser, { blocks: [...GIVEN, page2, ending] })
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await settings.getByRole('button', { name: 'See you, Full name', exact: true }).waitFor()
    await page.locator('[data-block="pagebreak01"]').focus()
    await settings.getByRole('tab', { name: 'Rules' }).click()
    const target = settings.getByRole('button', { name: /^Where it skips to: / })
    await target.waitFor()
    assert.equal(await target.innerText(), 'the ending “See you, Full name”')
  })
})
