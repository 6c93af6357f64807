import { test } from '@japa/runner'
import type { Page } from 'playwright'
import {
  blocks,
  NAME,
  NAME_AND_CITY,
  newDesk,
  saved,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newCreator } from '#tests/functional/visitor'

const GIVEN: GivenBlock[] = [
  ...NAME_AND_CITY,
  {
    id: 'colourblk01',
    kind: 'select',
    label: 'Colour',
    key: 'colour',
    settings: {
      options: ['Red', 'Green', 'Blue'].map((label) => ({ id: label.toLowerCase(), label })),
    },
  },
]
const said = (page: Page) => page.locator('#main [role="status"]').last()

test.group('Editor: the focus', () => {
  test('stays on the page, whatever closes, moves, goes or can do nothing more', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: GIVEN })
    const keys = page.keyboard
    const places: [act: string, place: string][] = []
    /** Notes what has the focus after an act. */
    const after = async (act: string) => {
      // what is wrong here shows itself by waiting in vain; a button has the focus until the frame after it was disabled
      await page
        .locator(':focus:not(:disabled)')
        .waitFor({ timeout: 3000 })
        .catch(() => {})
      const place = await page.evaluate<string>(`(() => {
        const one = document.activeElement
        if (one === document.body) return 'nothing'
        return one.id === 'main' ? 'the page' : one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent
      })()`)
      places.push([act, place])
    }

    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await keys.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await after('Escape from Keys')

    await keys.press('Escape')
    await page.getByRole('heading', { name: 'Form', exact: true }).waitFor()
    await after('Escape on a block')
    await keys.press('ArrowDown')
    await after('an arrow after it')

    await page.locator('[data-block="colourblk01"]').focus()
    const panel = page.getByRole('complementary', { name: 'Settings' })
    await panel.getByRole('button', { name: 'Move Green up' }).press('Enter')
    await panel.getByRole('button', { name: 'Move Green up' }).and(page.locator(':disabled')).waitFor()
    await after('an option that came to the top')
    await panel.getByRole('button', { name: 'Move Red down' }).press('Enter')
    await panel.getByRole('button', { name: 'Move Red down' }).and(page.locator(':disabled')).waitFor()
    await after('an option that came to the end')

    await panel.getByRole('button', { name: 'Form settings' }).press('Enter')
    await panel.getByRole('heading', { name: 'Form', exact: true }).waitFor()
    await after('to the settings of the form')

    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    // steps of one setting that follow one another at once are one
    while (await undo.isEnabled()) await undo.press('Enter')
    await after('nothing more to undo')

    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: 'Publish version 1' }).press('Enter')
    await sheet.getByText('Version 1 is published.').waitFor()
    await after('publishing')
    await keys.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await after('closing the sheet')

    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('Control+a')
    await keys.press('Delete')
    await blocks(page).first().waitFor({ state: 'detached' })
    await after('deleting all')

    const submissions = page.getByRole('link', { name: 'Submissions' })
    await submissions.click()
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).first().focus()
    await page.goBack()
    await page.locator('[data-page]').waitFor()
    await after('Back')

    // what was changed last, or the next button: wherever undo leads
    const undone = places.findIndex(([act]) => act === 'nothing more to undo')
    assert.notEqual(places.splice(undone, 1)[0]?.[1], 'nothing')
    assert.deepEqual(places, [
      ['Escape from Keys', 'Short text: Name'],
      ['Escape on a block', 'Short text: Name'],
      ['an arrow after it', 'Short text: City'],
      ['an option that came to the top', 'Move Green down'],
      ['an option that came to the end', 'Remove Red'],
      ['to the settings of the form', 'Outlined'],
      ['publishing', 'Version 1 is published.'],
      ['closing the sheet', 'Published'],
      ['deleting all', 'Add a block'],
      ['Back', 'the page'],
    ])
  })

  test('moves by menu are said as those by keys, and a text keeps its caret', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, {
      blocks: [...NAME_AND_CITY, { id: 'breakblock1', kind: 'page-break', settings: { title: 'Second' } }],
    })
    const name = page.locator('[data-block="nameblock01"]')
    const choose = async (item: string) => {
      await name.hover()
      await name.getByRole('button', { name: /^Move / }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    const says = (words: string) => said(page).filter({ hasText: words }).waitFor()
    await choose('Move down')
    await says('Moved. Position 2 of 3.')
    await hasFocus(page, name.getByRole('button', { name: /^Move / }))
    await choose('Move up')
    await says('Moved. Position 1 of 3.')
    await choose('Move up')
    await says('Already the first. Position 1 of 3.')
    await choose('Move to page 2')
    await says('Moved to page 2. Position 3 of 3.')

    await page.locator(NAME).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Alt+ArrowUp')
    await says('Moved. Position 2 of 3.')
    await page.keyboard.press('Alt+ArrowDown')
    await says('Moved. Position 3 of 3.')
    await page.keyboard.type('!')
    await page.locator(NAME).filter({ hasText: 'N!ame' }).waitFor()
    assert.equal(await page.locator(NAME).textContent(), 'N!ame')
  })

  test('the form is reached by one key, past everything that stands before it', async ({ browser }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    await page.keyboard.press('Tab')
    await hasFocus(page, page.getByRole('link', { name: 'Skip to the form' }))
    await page.keyboard.press('Enter')
    await hasFocus(page, page.getByRole('region', { name: 'The form' }))
    await page.keyboard.press('Tab')
    await hasFocus(page, page.getByRole('textbox', { name: 'Form title' }))
    await page.goto('/home')
    await page.getByRole('link', { name: 'A form' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#main:focus').waitFor()
  })

  test('behind a new page break one writes on the new page', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    await page.locator('[data-block="nameblock01"]').focus()
    await palette.getByRole('button', { name: 'Page break' }).click()
    await hasFocus(page, page.getByRole('textbox', { name: 'Title of Page break' }))
    await page.keyboard.type('More')
    await palette.getByRole('button', { name: 'Number' }).click()
    await page.locator('[data-chosen="current"] [data-text="label"]:focus').fill('Age')
    assert.deepEqual(await page.locator('[data-text="title"], [data-text="label"]').allTextContents(), [
      'Name',
      'More',
      'Age',
      'City',
    ])
  })

  test('a block without a text has the focus itself at once, and one that shows nothing leads to what it lacks', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser)
    const keys = page.keyboard
    const add = async (kind: string) => {
      await page.getByRole('combobox', { name: 'Add a block' }).last().click()
      await keys.type(`/${kind}`)
      await keys.press('Enter')
    }
    await add('divider')
    await page.locator('[data-block]:focus').waitFor({ timeout: 500 })
    await add('embed')
    const embed = page.getByRole('group', { name: 'Embed' })
    await page.locator('[aria-label="Embed"]:focus').waitFor({ state: 'attached', timeout: 500 })
    await embed.getByRole('button', { name: /Enter the address of a page/ }).click()
    await page.locator('input:focus').waitFor()
    await keys.type('https://maps.example/way')
    await embed.locator('[class*=poster]').waitFor()
    // what is called as one types is the first that is found
    for (const kind of ['Checkbox', 'Image', 'Matrix']) {
      await page.getByRole('combobox', { name: 'Add a block' }).last().fill(kind.toLowerCase())
      assert.equal(await page.locator('[aria-label="Block types"] [role=option]').first().textContent(), kind)
    }
  })

  test('what is shown is called by words, and no two fields are called the same', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, {
      blocks: [
        ...NAME_AND_CITY,
        { id: 'namelessb01', kind: 'text', key: 'short_text' },
        { id: 'piping00001', kind: 'paragraph', settings: { text: 'Hello {#namelessb01}' } },
      ],
    })
    await page.locator('[data-reference]').filter({ hasText: 'Short text' }).waitFor()
    await page.locator('[data-block="cityblock01"]').focus()
    await page
      .getByRole('complementary', { name: 'Settings' })
      .getByRole('textbox', { name: 'Label' })
      .waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Label', exact: true }).count(), 1)
    await page.getByRole('tab', { name: 'Rules' }).click()
    assert.notInclude(await page.locator('#main').innerText(), 'short_text')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('“Short text” has no label').waitFor()
    assert.notInclude(await sheet.innerText(), 'short_text')
  })
})

test.group('Editor: a new form', () => {
  test('has its title selected, and Enter leads to its first question; a block that is chosen instead leaves nothing behind', async ({
    assert,
    browserContext,
    visit,
  }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/forms/create')
    const begin = async (title: string) => {
      await page.getByRole('button', { name: 'Blank form' }).click()
      await hasFocus(page, page.getByRole('textbox', { name: 'Form title' }))
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('[data-block] [data-text="label"]:focus').waitFor()
    }
    await begin('Survey')
    await page.keyboard.type('What is your name?')
    await page.keyboard.press('Enter')
    await page.keyboard.type('And your city?')
    const labels = page.locator('[data-block] [data-text="label"]')
    await labels.filter({ hasText: 'And your city?' }).waitFor()
    assert.deepEqual(await labels.allTextContents(), ['What is your name?', 'And your city?'])
    await saved(page)
    await page.reload()
    await labels.nth(1).waitFor()
    assert.equal(await labels.count(), 2)

    await page.goto('/forms/create')
    await begin('Another')
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    await palette.getByRole('button', { name: 'Dropdown' }).click()
    await page.locator('[data-block] [data-text="label"]:focus').fill('Colour')
    assert.equal(await blocks(page).count(), 1)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await page.getByRole('group', { name: 'Short text', exact: true }).waitFor()
    assert.equal(await blocks(page).count(), 1)
  })
})
