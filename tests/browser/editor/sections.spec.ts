import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { chip, choose as chooseWord, write } from '#tests/browser/editor/rule_chips'
import {
  draftOf,
  newDesk,
  openDesk,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'

const text = (id: string, label: string, more: object = {}): GivenBlock => ({
  id,
  kind: 'text',
  label,
  key: label.toLowerCase(),
  ...more,
})
const GIVEN: GivenBlock[] = [
  text('nameblock01', 'Name'),
  { id: 'peoplesect1', kind: 'section', settings: { title: 'People' } },
  text('firstblock1', 'First', { parent: 'peoplesect1' }),
  text('lastblock01', 'Last', {
    parent: 'peoplesect1',
    rules: [{ when: { left: { field: 'firstblock1' }, op: 'is-not-empty' }, do: 'show' }],
  }),
  text('cityblock01', 'City'),
  { id: 'breakblock1', kind: 'page-break' },
  text('wordsblock1', 'Words'),
]
const SECTION = 'peoplesect1'

const block = (page: Page, id: string) => page.locator(`[data-block="${id}"]`)
const handle = (page: Page, id: string) =>
  block(page, id)
    .getByRole('button', { name: /^Move / })
    .first()
/** What is said to those who do not see it. */
const said = (page: Page) => page.locator('#main [role="status"]').last()

/** What stands where on the page: labels, those of a section in brackets behind its title. */
function outline(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const around = (element) => element.parentElement.closest('[data-block], [data-page]')
    const words = (root) =>
      [...root.querySelectorAll('[data-block]')]
        .filter((element) => around(element) === root)
        .map((element) => {
          if (element.dataset.family === 'page-break') return '---'
          const name = element.querySelector('[data-text]')?.textContent ?? ''
          return element.dataset.family === 'section' ? name + ' [' + words(element) + ']' : name
        })
        .join(' ')
    return words(document.querySelector('[data-page]'))
  })()`)
}

const stands = (page: Page, words: string) =>
  eventually(async () => {
    const now = await outline(page)
    if (now !== words) throw new Error(now)
  })

/** The outline as the server holds it: ids, those of a section in brackets. */
async function stored(desk: Desk): Promise<string> {
  await saved(desk.page)
  const rows = (await draftOf(desk)).filter((row) => row.content && !row.kind.startsWith('settings.'))
  const inside = (parent: string | null) =>
    rows.filter((row) => row.parent === parent).sort((a, b) => (a.position < b.position ? -1 : 1))
  return inside(null)
    .map((row) => {
      const own = inside(row.block_id).map((one) => String(one.content?.label))
      const name = String(row.content?.label ?? row.kind)
      return row.kind === 'section' ? `section [${own.join(' ')}]` : name
    })
    .join(' ')
}

async function choose(page: Page, ids: readonly string[]): Promise<void> {
  const [first = '', ...rest] = ids
  await block(page, first).focus()
  for (const id of rest) await block(page, id).click({ position: { x: 120, y: 4 }, modifiers: ['Control'] })
}

async function menu(page: Page, id: string, item: string): Promise<void> {
  await block(page, id).hover({ position: { x: 120, y: 4 } })
  await handle(page, id).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Drags a block by its handle to a point, and lets go there. */
async function drag(page: Page, id: string, to: () => Promise<{ x: number; y: number }>): Promise<void> {
  await block(page, id).hover({ position: { x: 120, y: 4 } })
  await handle(page, id).hover()
  await page.mouse.down()
  const { x, y } = await to()
  await page.mouse.move(x, y - 8, { steps: 4 })
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

const middle = async (locator: Locator, part: number) => {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height * part }
}

test.group('Editor: sections', () => {
  test('by keyboard in and out of a section, up and down, each step said', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await stands(page, 'Name People [First Last] City --- Words')
    await handle(page, 'cityblock01').focus()
    await page.keyboard.press('Space')
    await said(page).filter({ hasText: 'Picked up.' }).waitFor()
    for (const [words, now] of [
      ['Moved into the section “People”. Position 3 of 3', 'Name People [First Last City] --- Words'],
      ['Moved. Position 2 of 3 in the section “People”.', 'Name People [First City Last] --- Words'],
      ['Moved. Position 1 of 3', 'Name People [City First Last] --- Words'],
      ['Moved out of the section “People”. Position 2 of 5.', 'Name City People [First Last] --- Words'],
    ] as const) {
      await page.keyboard.press('ArrowUp')
      await said(page).filter({ hasText: words }).waitFor()
      await stands(page, now)
      await page.locator('[data-block="cityblock01"] [aria-pressed="true"]:focus').waitFor()
    }
    // put back to where it was lifted
    await page.keyboard.press('Escape')
    await said(page).filter({ hasText: 'Put back.' }).waitFor()
    await stands(page, 'Name People [First Last] City --- Words')

    // with the caret in a label, which stays in it
    await block(page, 'nameblock01').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-block="nameblock01"] [data-text="label"]:focus').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await stands(page, 'People [Name First Last] City --- Words')
    await page.keyboard.type('!')
    await stands(page, 'People [Name! First Last] City --- Words')
    // a section passes whole; page breaks and sections pass sections by
    await block(page, SECTION).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await stands(page, 'City People [Name! First Last] --- Words')
    await block(page, 'breakblock1').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await stands(page, 'City --- People [Name! First Last] Words')
    // arrows walk through it, Escape steps out to it
    await block(page, SECTION).focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-block="nameblock01"]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator(`[data-block="${SECTION}"]:focus`).waitFor()
    assert.equal(await stored(desk), 'City page-break section [Name! First Last] Words')
  })

  test('dragged in, within, out, and whole', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width: 1280, height: 1400 } })
    const { page } = desk
    await drag(page, 'nameblock01', () => middle(block(page, 'firstblock1'), 0.8))
    await stands(page, 'People [First Name Last] City --- Words')
    await drag(page, 'lastblock01', () => middle(block(page, 'firstblock1'), 0.2))
    await stands(page, 'People [Last First Name] City --- Words')
    await drag(page, 'firstblock1', () => middle(block(page, 'cityblock01'), 0.8))
    await stands(page, 'People [Last Name] City First --- Words')
    await drag(page, SECTION, () => middle(block(page, 'firstblock1'), 0.8))
    await stands(page, 'City First People [Last Name] --- Words')
    // a page break cannot go in: it stands before or behind the section
    await drag(page, 'breakblock1', () => middle(block(page, 'lastblock01'), 0.2))
    await stands(page, 'City First --- People [Last Name] Words')
    // out of the palette, into what is empty
    await block(page, SECTION).focus()
    await page
      .getByRole('complementary', { name: 'Blocks to add' })
      .getByRole('button', { name: 'Section', exact: true })
      .click()
    await page.keyboard.type('Empty')
    await stands(page, 'City First --- People [Last Name] Empty [] Words')
    const line = page.getByPlaceholder('Drag blocks here or type /')
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    await palette.getByRole('button', { name: 'Number', exact: true }).hover()
    await page.mouse.down()
    const { x, y } = await middle(line, 0.5)
    await page.mouse.move(x, y - 10, { steps: 4 })
    await page.mouse.move(x, y, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.type('Age')
    await stands(page, 'City First --- People [Last Name] Empty [Age] Words')
    assert.equal(await stored(desk), 'City First page-break section [Last Name] section [Age] Words')
    for (let step = 0; step < 9; step += 1) await page.keyboard.press('Control+z')
    await stands(page, 'Name People [First Last] City --- Words')
  })

  test('added, copied, put in, taken out and removed; each is one step back', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const undo = async (words: string) => {
      await page.keyboard.press('Control+z')
      await stands(page, words)
    }
    const BEFORE = 'Name People [First Last] City --- Words'
    // Enter in a label, and the menu behind a block of the section
    await block(page, 'firstblock1').locator('[data-text="label"]').click()
    await page.keyboard.press('Enter')
    await stands(page, 'Name People [First  Last] City --- Words')
    await page.keyboard.type('/')
    await page.getByRole('combobox', { name: 'Add a block' }).first().fill('/page')
    await page.keyboard.press('Enter')
    await said(page).filter({ hasText: 'Page break cannot be in a section. It was added below.' }).waitFor()
    await stands(page, 'Name People [First Last] --- City --- Words')
    await page.keyboard.press('Control+z')
    await undo(BEFORE)

    // a copy of the section has its own blocks
    await block(page, SECTION).focus()
    await page.keyboard.press('Control+d')
    await stands(page, 'Name People [First Last] People [First Last] City --- Words')
    assert.equal(await stored(desk), 'Name section [First Last] section [First Last] City page-break Words')
    const keys = (await draftOf(desk)).flatMap((row) => (row.content?.key ? [String(row.content.key)] : []))
    assert.equal(new Set(keys).size, keys.length)
    const copies = (await draftOf(desk)).filter((row) => row.parent !== null && row.parent !== SECTION)
    const [first, last] = ['First', 'Last'].map((label) => copies.find((row) => row.content?.label === label))
    assert.include(JSON.stringify(last?.content?.rules), `"field":"${first?.block_id}"`)
    await undo(BEFORE)

    // cut and put back elsewhere, as it was
    await block(page, SECTION).focus()
    await page.keyboard.press('Control+x')
    await page.getByText('Section removed with 2 blocks.').waitFor()
    await stands(page, 'Name City --- Words')
    await block(page, 'wordsblock1').focus()
    await page.keyboard.press('Control+v')
    await stands(page, 'Name City --- Words People [First Last]')
    await saved(page)
    assert.isTrue((await draftOf(desk)).some((row) => row.block_id === SECTION && row.content !== null))
    await page.keyboard.press('Control+z')
    await undo(BEFORE)

    // a section and what divides the form do not go into another
    await choose(page, ['cityblock01', 'breakblock1'])
    await page.getByRole('button', { name: 'Put in a section' }).click()
    await page.getByText('Page breaks, endings, and sections cannot be in a section.').waitFor()
    await choose(page, ['nameblock01', 'cityblock01'])
    await page.getByRole('button', { name: 'Put in a section' }).click()
    await page.keyboard.type('Both')
    await stands(page, 'Both [Name City] People [First Last] --- Words')
    await menu(page, 'nameblock01', 'Take out of the section')
    await stands(page, 'Both [City] Name People [First Last] --- Words')
    await menu(page, SECTION, 'Ungroup')
    await stands(page, 'Both [City] Name First Last --- Words')
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z')
    await stands(page, BEFORE)
    assert.equal(await stored(desk), 'Name section [First Last] City page-break Words')
  })

  test('what others do meanwhile loses nothing', async ({ assert, browser }) => {
    const a = await newDesk(browser, { blocks: GIVEN })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    // one takes a section away while the other puts a block into it
    await block(b.page, 'cityblock01').focus()
    await b.context.setOffline(true)
    await b.page.keyboard.press('Alt+ArrowUp')
    await stands(b.page, 'Name People [First Last City] --- Words')
    await block(a.page, SECTION).focus()
    await a.page.keyboard.press('Delete')
    await stands(a.page, 'Name City --- Words')
    await saved(a.page)
    await b.context.setOffline(false)
    for (const { page } of [a, b])
      await eventually(async () => {
        assert.sameMembers((await outline(page)).split(' '), ['Name', 'City', '---', 'Words'])
      })
    assert.equal(await outline(a.page), await outline(b.page))
    // taken back, all of it stands in the section, the other's block too
    await a.page.keyboard.press('Control+z')
    for (const { page } of [a, b]) await stands(page, 'Name People [First Last City] --- Words')
    // dragged while it goes: it stands where the pointer is then
    await block(b.page, 'nameblock01').hover({ position: { x: 120, y: 4 } })
    await handle(b.page, 'nameblock01').hover()
    await b.page.mouse.down()
    const { x, y } = await middle(block(b.page, 'lastblock01'), 0.8)
    await b.page.mouse.move(x, y, { steps: 4 })
    await block(a.page, SECTION).focus()
    await a.page.keyboard.press('Delete')
    await stands(b.page, 'Name --- Words')
    await b.page.mouse.up()
    await eventually(async () => {
      assert.sameMembers((await outline(b.page)).split(' '), ['Name', '---', 'Words'])
    })
    await saved(b.page)
  })

  test('references by place: inside its own fields, outside all items and how many', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: SECTION, kind: 'section', key: 'people', settings: { title: 'People', repeating: true } },
        text('firstblock1', 'First', { parent: SECTION }),
        { id: 'feeblock001', kind: 'number', label: 'Fee', key: 'fee', parent: SECTION },
        text('wordsblock1', 'Words'),
        { id: 'totalblock1', kind: 'calculation', label: 'Total', key: 'total' },
      ],
    })
    const { page } = desk
    const answers = page.getByRole('listbox', { name: 'Answers' }).getByRole('option')
    const offered = async (place: Locator) => {
      await place.click()
      await page.keyboard.press('End')
      await page.keyboard.type(' @')
      await answers.first().waitFor()
      const all = await answers.allInnerTexts()
      for (const key of ['Escape', 'Backspace', 'Backspace']) await page.keyboard.press(key)
      return all.map((one) => one.split('\n')[0])
    }
    const label = (id: string) => block(page, id).locator('[data-text="label"]').first()
    assert.deepEqual(await offered(label('feeblock001')), [
      'People → number of items',
      'First',
      'Words',
      'Total',
    ])
    assert.deepEqual(await offered(block(page, SECTION).locator('[data-text="itemTitle"]')), [
      'First',
      'Fee',
      'Words',
      'Total',
    ])
    assert.deepEqual(await offered(label('wordsblock1')), [
      'People → number of items',
      'People → First',
      'People → Fee',
      'Total',
    ])

    // a formula over all items, typed by keys
    await block(page, 'totalblock1').focus()
    const formula = page.getByRole('textbox', { name: 'Formula' })
    await formula.fill('sum({people.fee}) + {people}')
    await page.getByText('Gives a number.').waitFor()
    assert.deepEqual(await formula.locator('[data-reference]').allInnerTexts(), [
      'People → Fee',
      'People → number of items',
    ])
    await saved(page)
    const content = async (id: string) => (await draftOf(desk)).find((row) => row.block_id === id)?.content
    assert.include(
      JSON.stringify(await content('totalblock1')),
      'sum({#peoplesect1.feeblock001}) + {#peoplesect1}',
    )
    // chips and keys follow the title
    await block(page, SECTION).locator('[data-text="title"]').fill('Guests')
    await block(page, 'totalblock1').focus()
    await formula.getByText('Guests → Fee', { exact: true }).waitFor()
    await saved(page)
    assert.equal((await content(SECTION))?.key, 'guests')

    // a condition: how many items, and what is in any of them
    await block(page, 'wordsblock1').focus()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await chooseWord(chip(rule, 'Comparison'), 'is at least')
    await write(chip(rule, 'Value'), '2')
    await rule.getByText('Show this when Guests → number of items is at least 2.').waitFor()
    // once what is saved was checked
    await page.getByRole('list', { name: 'Problems' }).waitFor({ state: 'detached' })

    // moved into the section, what others refer to is answered once in each item: the check says so, and leads there
    await block(page, 'wordsblock1').focus()
    await page.getByRole('tab', { name: 'Content' }).click()
    await label('totalblock1').click()
    await page.keyboard.type(' @')
    await answers.filter({ hasText: 'Words' }).click()
    await block(page, 'wordsblock1').focus()
    await page.keyboard.press('Alt+ArrowUp')
    const problem = block(page, 'totalblock1').getByRole('list', { name: 'Problems' })
    await problem.getByText('“Words” is answered in each item of “Guests”.', { exact: false }).waitFor()
    await problem.getByRole('button').first().click()
    await page.locator('[data-block="totalblock1"] [data-text="label"]:focus').waitFor()
  })

  for (const [name, viewport, dark] of [
    ['390 px', { width: 390, height: 844 }, false],
    ['1280 px, dark', { width: 1280, height: 900 }, true],
  ] as const) {
    test(`no findings of axe, nothing wider than the screen at ${name}`, async ({ assert, browser }) => {
      const { page } = await newDesk(browser, {
        blocks: [
          ...GIVEN,
          { id: 'emptysect01', kind: 'section', settings: { title: 'Nothing yet' } },
          { id: 'repeatsect1', kind: 'section', key: 'items', settings: { title: 'Items', repeating: true } },
          text('itemblock01', 'Item', { parent: 'repeatsect1' }),
        ],
        viewport,
        dark,
      })
      await block(page, 'firstblock1').focus()
      assert.deepEqual(await axeFindings(page), [])
      assert.isTrue(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
    })
  }
})
