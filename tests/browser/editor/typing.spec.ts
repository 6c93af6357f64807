import { richTextOf } from '@formwright/kit/rich/from_text'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  blocks,
  draftOf,
  labels,
  NAME,
  NAME_AND_CITY,
  newDesk,
  saved,
  storedLabels,
} from '#tests/browser/editor/editor_page'
import { chip } from '#tests/browser/editor/rule_chips'
import { eventually } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'

/** Whether all of something is seen: in the window, and in what scrolls around it. */
const inSight = (page: Page, selector: string) =>
  page.evaluate<boolean>(`new Promise((resolve) => {
    new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio > 0.99)).observe(
      document.querySelector('${selector}'),
    )
  })`)

test.group('Editor: typing, undo and where the focus goes', () => {
  test('a help text that is emptied keeps the caret, to be written anew', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.locator('[data-block="nameblock01"]').focus()
    await page.getByRole('textbox', { name: 'Help', exact: true }).fill('As in your passport')
    const help = page.locator('[data-block="nameblock01"] [data-text="help"]')
    await help.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('All of it')
    assert.equal(await help.textContent(), 'All of it')
    await saved(page)
    const stored = (await draftOf(desk)).find((row) => row.block_id === 'nameblock01')
    assert.deepEqual(stored?.content?.help, richTextOf('All of it'))
    // left empty it goes
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('a click beside the title, the description or the words of the button is for them', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { title: 'Party', blocks: NAME_AND_CITY })
    const title = page.getByRole('textbox', { name: 'Form title' })
    const box = await page.locator('[data-page] h1').boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await page.keyboard.type(' time')
    assert.equal(await title.textContent(), 'Party time')
    await page.locator('[data-page] .description').click({ position: { x: 400, y: 8 } })
    await page.keyboard.type('Come')
    assert.equal(await page.getByRole('textbox', { name: 'Form description' }).textContent(), 'Come')
    const button = page.getByRole('textbox', { name: 'Send button' })
    await button.locator('xpath=..').click({ position: { x: 6, y: 6 } })
    await page.keyboard.type('Go')
    assert.equal(await button.textContent(), 'Go')
  })

  test('from the title of a form without blocks Enter goes on to its first question', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { title: 'Party' })
    const title = page.getByRole('textbox', { name: 'Form title' })
    await title.click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.locator('[data-block] [data-text="label"]:focus').waitFor()
    await page.keyboard.type('Who are you?')
    await page.keyboard.press('Enter')
    await blocks(page).nth(1).waitFor()
    assert.deepEqual(await labels(page), ['Who are you?', ''])
    assert.equal(await title.textContent(), 'Party')
  })

  test('undo in the title is the editor’s; in a dialog it is the browser’s own', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.locator('[data-block="cityblock01"]').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('textbox', { name: 'Form title' }).click()
    await page.keyboard.press('Control+z')
    assert.deepEqual(await labels(page), ['Name', 'City'])
    // nor do the keys of blocks mean a block there
    await page.locator('[data-block="nameblock01"]').focus()
    await page.getByRole('textbox', { name: 'Form title' }).focus()
    await page.keyboard.press('Control+d')
    assert.deepEqual(await labels(page), ['Name', 'City'])

    await page.locator(NAME).fill('Your name')
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog', { name: 'Publish' }).getByText('Add a note').click()
    const note = page.getByRole('dialog', { name: 'Publish' }).getByLabel('Note for this version')
    await note.pressSequentially('For the summer')
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.notEqual(await note.inputValue(), 'For the summer'))
    assert.deepEqual(await labels(page), ['Your name', 'City'])
  })

  test('undo that takes away the block with the caret leads to the one before it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.locator(NAME).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.locator('[data-block]').nth(1).locator('[data-text="label"]:focus').waitFor()
    await page.keyboard.press('Control+z')
    await page.locator('[data-block="nameblock01"]:focus').waitFor()
    assert.deepEqual(await labels(page), ['Name', 'City'])
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-block="cityblock01"]:focus').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await page.locator('[data-block]').nth(2).waitFor()
    await page.getByRole('status').filter({ hasText: 'Done again.' }).waitFor({ state: 'attached' })

    // what the toast brings back has the focus and is chosen
    await page.locator('[data-block="cityblock01"]').focus()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Block removed.' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await page.locator('[data-block="cityblock01"][data-chosen="current"]:focus').waitFor()
  })

  test('a slash shows all there is, by group; what is typed behind it, what is found', async ({
    assert,
    browser,
  }) => {
    const { page, context } = await newDesk(browser)
    const keys = page.keyboard
    const palette = page.getByRole('complementary', { name: 'Blocks to add' })
    const list = page.getByRole('listbox', { name: 'Block types' })
    await page.getByRole('combobox', { name: 'Add a block' }).click()
    await keys.type('/')
    for (const group of ['Text', 'Choice', 'Number', 'File', 'Computed', 'Other', 'Layout'])
      assert.deepEqual(
        await list.getByRole('group', { name: group, exact: true }).getByRole('option').allTextContents(),
        await palette.getByRole('region', { name: group, exact: true }).getByRole('button').allTextContents(),
      )
    assert.deepEqual(await axeFindings(page), [])
    // in a circle: the last of all
    await keys.press('ArrowUp')
    const [chosen] = await list.getByRole('option', { selected: true }).allTextContents()
    assert.equal(chosen, (await list.getByRole('option').allTextContents()).at(-1))
    await keys.type('head')
    await list.getByRole('option', { name: 'Heading', selected: true }).waitFor()
    assert.equal(await list.getByRole('group').count(), 0)
    await context.close()
  })

  test('a slash in an empty question turns it into another kind, and leaves nothing behind', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const keys = page.keyboard
    const second = page.locator('[data-block]').nth(1)
    const label = second.locator('[data-text="label"]')
    const line = page.getByRole('combobox', { name: 'Add a block' }).and(page.locator(':focus'))
    await page.locator(NAME).click()
    await keys.press('End')
    await keys.press('Enter')
    await label.and(page.locator(':focus')).waitFor()
    // however the menu is left: the question is as it was
    for (const leave of ['Escape', 'Backspace']) {
      // as a keyboard on the screen types it
      await keys.insertText('/')
      await line.waitFor()
      await keys.press(leave)
      await label.and(page.locator(':focus')).waitFor()
      assert.deepEqual(await labels(page), ['Name', '', 'City'])
    }
    await keys.type('/')
    await line.waitFor()
    // the list may stand above the line, over the name
    await page.locator('[data-block="cityblock01"] [data-text="label"]').click()
    assert.equal(await page.getByRole('combobox', { name: 'Add a block' }).count(), 1)
    assert.deepEqual(await labels(page), ['Name', '', 'City'])
    await label.click()
    await keys.type('/numb')
    await keys.press('Enter')
    await label.and(page.locator(':focus')).waitFor()
    await keys.insertText('How many?')
    assert.deepEqual(await labels(page), ['Name', 'How many?', 'City'])
    await saved(page)
    const kinds = (await draftOf(desk)).filter(({ content }) => content).map(({ kind }) => kind)
    assert.sameMembers(
      kinds.filter((kind) => !kind.startsWith('settings.')),
      ['text', 'number', 'text'],
    )
    // one step there, one step back
    await keys.press('Control+z')
    await keys.press('Control+z')
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', '', 'City']))
    assert.equal(await second.getByRole('button', { name: 'Move Short text' }).count(), 1)
    // one that says something stays
    await page.getByRole('textbox', { name: 'Help', exact: true }).fill('In full')
    await label.click()
    await keys.type('/numb')
    await keys.press('Enter')
    await page.locator('[data-block]').nth(3).waitFor()
    assert.deepEqual(await labels(page), ['Name', '', '', 'City'])
  })

  test('typed as in a document: Enter goes from a question into its options, and behind the last one on', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { viewport: { width: 1280, height: 600 } })
    const { page } = desk
    const keys = page.keyboard
    const caret = (path: string) =>
      page.locator(`[data-chosen="current"] [data-text^="${path}"]:focus`).first().waitFor()
    await page.getByRole('combobox', { name: 'Add a block' }).focus()
    await keys.type('/')
    // the list is seen as far as it can be, and what is chosen by keys always
    await eventually(async () => assert.isTrue(await inSight(page, '[role=listbox]')))
    for (let down = 0; down < 15; down += 1) await keys.press('ArrowDown')
    await eventually(async () => assert.isTrue(await inSight(page, '[role=option][aria-selected=true]')))
    await keys.type('multiple')
    await keys.press('Enter')
    await caret('label')
    await keys.type('Which day?')
    for (const day of ['Monday', 'Tuesday', 'Wednesday']) {
      await keys.press('Enter')
      await caret('options.')
      await eventually(async () =>
        assert.include(
          ['', 'Option 1', 'Option 2'],
          (await page.locator('[data-text]:focus').textContent()) ?? '',
        ),
      )
      await keys.type(day)
    }
    // one frame says where one types
    const option = "document.querySelector('[data-text]:focus').closest('.fw-choice')"
    assert.equal(await page.evaluate(`getComputedStyle(${option}).outlineStyle`), 'none')
    await keys.press('Enter')
    await page.locator('[data-text^="options."]:focus', { hasText: /^$/ }).waitFor()
    await keys.press('Enter')
    await page.locator('[data-block]').nth(1).locator('[data-text="label"]:focus').waitFor()
    await keys.type('And the hour?')
    assert.deepEqual(await labels(page), ['Which day?', 'And the hour?'])
    // with options of one's own, Enter in the label goes on with the next question
    await page.locator('[data-block]').first().locator('[data-text="label"]').click()
    await keys.press('End')
    await keys.press('Enter')
    await page.locator('[data-block]').nth(2).waitFor()
    assert.deepEqual(await labels(page), ['Which day?', '', 'And the hour?'])
    await saved(page)
    const rows = await draftOf(desk)
    // what comes next is as plain as a line, whatever stands above it
    assert.sameMembers(
      rows.flatMap(({ kind, content }) => (content?.label === undefined ? [] : kind)),
      ['select', 'text', 'text'],
    )
    const stored = rows.find(({ content }) => content?.label === 'Which day?')
    const options: { label: string }[] = Object(stored?.content?.settings).options
    assert.deepEqual(
      options.map(({ label }) => label),
      ['Monday', 'Tuesday', 'Wednesday'],
    )
  })

  test('Enter goes on to the columns and rows of a matrix, also where it stands as cards', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { viewport: { width: 1100, height: 700 } })
    const { page } = desk
    const keys = page.keyboard
    await page.getByRole('combobox', { name: 'Add a block' }).click()
    await keys.type('/matrix')
    await keys.press('Enter')
    await page.locator('[data-text="label"]:focus').waitFor()
    await keys.type('How was it?')
    for (const [list, said] of [
      ['columns', 'Bad'],
      ['columns', 'Fair'],
      ['columns', 'Good'],
      ['columns', ''],
      ['rows', 'Food'],
      ['rows', 'Music'],
      ['rows', ''],
    ]) {
      await keys.press('Enter')
      const item = page.locator(`[data-text^="${list}."]:focus`)
      await item.waitFor()
      // it is called what it is, by name and where it is empty
      const one = list === 'rows' ? 'Row' : 'Column'
      assert.equal(await item.getAttribute('aria-label'), `${one} of Matrix`)
      assert.equal(await item.getAttribute('data-placeholder'), one)
      await keys.type(said)
    }
    await keys.press('Enter')
    await page.locator('[data-block]').nth(1).locator('[data-text="label"]:focus').waitFor()
    await saved(page)
    const matrix = (await draftOf(desk)).find(({ kind }) => kind === 'matrix')
    const { rows, columns }: Record<string, { label: string }[]> = Object(matrix?.content?.settings)
    assert.equal(matrix?.content?.label, 'How was it?')
    assert.deepEqual(
      columns.map(({ label }) => label),
      ['Bad', 'Fair', 'Good'],
    )
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Food', 'Music'],
    )
  })

  test('a part of a kind that cannot be loaded leaves the rest alone, and comes with the connection', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, context } = desk
    await context.setOffline(true)
    await page.getByRole('button', { name: 'File upload', exact: true }).click()
    const added = page.locator('[data-chosen="current"]')
    const panel = page.getByRole('complementary', { name: 'Settings' })
    // controls are there since the page is; this kind's own part of the panel is not
    await panel.getByText('These settings cannot be shown').waitFor()
    await added.locator('[data-text="label"]').fill('Which?')
    await context.setOffline(false)
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name', 'City', 'Which?'])
    await panel.getByRole('textbox', { name: 'Maximum files' }).fill('2')
    await panel.getByRole('combobox', { name: 'Accepted types' }).waitFor()
    await added.locator('input').first().waitFor()
  })

  test('what is removed by its own button leaves the focus with its neighbour, or with the button that adds', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'plainblk001', kind: 'select', label: 'With the options it begins with', key: 'plain' },
        {
          id: 'choiceblk01',
          kind: 'select',
          label: 'Which?',
          key: 'which',
          settings: {
            options: [
              { id: 'one', label: 'One' },
              { id: 'two', label: 'Two' },
            ],
          },
        },
        ...NAME_AND_CITY,
      ],
    })
    const { page } = desk
    const panel = page.getByRole('complementary', { name: 'Settings' })

    // options that nobody has stored yet are changed like others
    const option = (place: number) =>
      page.locator('[data-block="plainblk001"] [data-text^="options."]').nth(place)
    const stored = async () => {
      await saved(page)
      const row = (await draftOf(desk)).find(({ block_id }) => block_id === 'plainblk001')
      const { options } = Object(row?.content?.settings)
      return Array.isArray(options) ? options.map(({ label }) => label) : options
    }
    await option(1).fill('Blue')
    await eventually(async () => assert.deepEqual(await stored(), ['Option 1', 'Blue']))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.isUndefined(await stored()))
    await option(0).press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Red')
    await eventually(async () => assert.deepEqual(await stored(), ['Option 1', 'Red', 'Option 2']))

    await page.locator('[data-block="choiceblk01"]').focus()
    await panel.getByRole('button', { name: 'Remove One' }).press('Enter')
    await panel.getByRole('textbox', { name: 'Label of option 1' }).and(page.locator(':focus')).waitFor()
    await page.locator('[data-block="nameblock01"]').focus()
    await panel.getByRole('tab', { name: 'Rules' }).click()
    const add = panel.getByRole('button', { name: 'Add a rule' })
    await add.click()
    await panel.getByRole('button', { name: /^Remove “/ }).press('Enter')
    await panel.getByRole('button', { name: 'Add a condition' }).and(page.locator(':focus')).waitFor()
    await panel.getByRole('button', { name: 'Remove this rule' }).press('Enter')
    await add.and(page.locator(':focus')).waitFor()
  })

  test('a text that nobody touched yet takes a pulled selection, pasted lines and bold letters as plain text', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [{ ...NAME_AND_CITY[0], label: 'Your full name' }, ...NAME_AND_CITY.slice(1)],
    })
    const { page } = desk
    const keys = page.keyboard
    const name = page.locator(NAME)
    const city = page.locator('[data-block="cityblock01"] [data-text="label"]')
    // the first press meets it as it is drawn: what is pulled over is replaced
    const box = await name.boundingBox()
    if (!box) throw new Error('The label is not shown.')
    const middle = box.y + box.height / 2
    await page.mouse.move(box.x + 1, middle)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 1, middle, { steps: 4 })
    await page.mouse.up()
    await keys.type('Name')
    assert.equal(await name.textContent(), 'Name')
    await name.dblclick()
    await keys.type('Who')
    assert.equal(await name.textContent(), 'Who')
    // one line stays one, and brings no formatting along
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      'text/plain': new Blob([' are you \\r\\n\\n '], { type: 'text/plain' }),
      'text/html': new Blob(['<p><b>are</b> you</p><p></p>'], { type: 'text/html' }),
    })])`)
    await keys.type(' ')
    await keys.press('Control+v')
    // spaces around a word are part of it
    await page.evaluate("navigator.clipboard.writeText(' now')")
    await keys.press('Control+v')
    await keys.press('Control+a')
    await keys.press('Control+b')
    assert.equal(await name.innerHTML(), 'Who are you now')
    // what stands elsewhere is drawn, without an editor of its own
    assert.equal(await city.innerHTML(), 'City')
    assert.isAtMost(await page.locator('.ProseMirror').count(), 2)
    await page.keyboard.press('Tab')
    await city.focus()
    await keys.type('Your ')
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Who are you now', 'Your City'])
  })

  test('a key on a busy page is meant for what was selected just before it', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const name = page.locator(NAME)
    /** Selects while the page has no time, and presses a key meanwhile: the browser tells of the key first. */
    const press = async (select: string, key: string) => {
      const busy = page.evaluate(`(() => {
        const text = document.querySelector('${NAME}')
        ${select}
        console.info('selected')
        const until = performance.now() + 300
        while (performance.now() < until);
      })()`)
      await page.waitForEvent('console', (said) => said.text() === 'selected')
      await Promise.all([busy, page.keyboard.press(key)])
    }
    await name.click()
    await page.keyboard.press('Control+a')
    await press('getSelection().collapse(text, 0)', 'Delete')
    assert.equal(await name.textContent(), 'ame')
    await press('getSelection().selectAllChildren(text)', 'Delete')
    await eventually(async () => assert.deepEqual(await storedLabels(desk), ['', 'City']))
  })

  test('a time is typed with the keys, in a zone whose old offsets have seconds', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, timezoneId: 'Europe/Berlin' })
    const { page } = desk
    const opens = page.getByRole('region', { name: 'Access' }).getByLabel('Opens')
    await opens.fill('2089-12-24T09:00')
    await saved(page)
    // month, day and year, one sign after the other: on the way the year is 2, 20 and 209
    for (const sign of '05012090') await page.keyboard.press(sign)
    assert.equal(await opens.inputValue(), '2090-05-01T09:00')
    await eventually(async () => {
      const access = (await draftOf(desk)).find((row) => row.block_id === 'settings.access')
      assert.equal(access?.content?.opensAt, '2090-05-01T07:00:00.000Z')
    })
  })

  test('lines of text become questions with keys of their own; of very many the first 500', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.locator('[data-block="cityblock01"]').focus()
      await page.keyboard.press('Control+v')
    }
    await paste('Street\nStreet\nNumber\n')
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name', 'City', 'Street', 'Street', 'Number'])
    const keys = (await draftOf(desk)).flatMap((row) => row.content?.key ?? [])
    assert.sameMembers(keys, ['name', 'city', 'street', 'street_2', 'number'])
    await page.keyboard.press('Control+z')
    await paste('Question\n'.repeat(700))
    await page.getByText('500 questions were added. 200 lines were left out.').waitFor()
    await saved(page)
    assert.lengthOf(await storedLabels(desk), 502)
    // of the items of a question as many as its list takes
    await paste(`Question${'\n( ) An option'.repeat(10_001)}`)
    await page.getByText('1 question was added. 1 line was left out.').waitFor()
  })

  test('lines pasted where one types become a question each, in one step; blocks stay what they are', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const keys = page.keyboard
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await keys.press('Control+v')
    }
    const caretIn = (label: string) =>
      page.locator('[data-chosen="current"] [data-text="label"]:focus', { hasText: label }).waitFor()
    const here = async (expected: string[]) =>
      eventually(async () => assert.deepEqual(await labels(page), expected))
    // the first line goes where the caret is
    await page.locator(NAME).click()
    await keys.press('End')
    await keys.type(' of ')
    await saved(page)
    await paste('street\r\n\r\nHouse number\nCity\n')
    await here(['Name of street', 'House number', 'City', 'City'])
    await caretIn('City')
    await keys.type('?')
    await here(['Name of street', 'House number', 'City?', 'City'])
    await saved(page)
    const stored = (await draftOf(desk)).flatMap(({ content }) => content?.key ?? [])
    assert.lengthOf(new Set(stored), 4)
    await keys.press('Control+z')
    await keys.press('Control+z')
    await here(['Name of ', 'City'])

    // an empty question gives way to one with options, and to blocks
    await page.locator(NAME).press('Enter')
    await caretIn('')
    await paste('Colour?\n( ) Red\n( ) Blue\nSize?')
    await here(['Name of ', 'Colour?', 'Size?', 'City'])
    assert.equal(await page.locator('[data-text^="options."]').count(), 2)
    await keys.press('Control+z')
    await here(['Name of ', '', 'City'])
    await page.locator('[data-block="cityblock01"]').focus()
    await keys.press('Control+c')
    await page.locator('[data-block]').nth(1).locator('[data-text="label"]').click()
    await keys.press('Control+v')
    await here(['Name of ', 'City', 'City'])

    // the line at the end takes lines, too
    await page.getByRole('combobox', { name: 'Add a block' }).focus()
    await paste('One\nTwo')
    await here(['Name of ', 'City', 'City', 'One', 'Two'])
    await page.locator(NAME).click()
    await paste('Question\n'.repeat(503))
    await page.getByText('500 questions were added. 3 lines were left out.').waitFor()
  })

  test('words typed where blocks are added are a question, unless a kind is called so; Enter goes on behind it', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    cleanup(() => desk.context.close())
    const { page } = desk
    const line = page.getByRole('combobox', { name: 'Add a block' }).last()
    const offered = () =>
      page.getByRole('listbox', { name: 'Block types' }).getByRole('option').allInnerTexts()
    await line.click()
    await page.keyboard.type('How old are you?')
    assert.deepEqual(await offered(), ['Question “How old are you?”'])
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Enter')
    const caret = page.locator('[data-chosen="current"] [data-text="label"]:focus')
    await caret.filter({ hasText: 'How old are you?' }).waitFor()
    await page.keyboard.type(' Today')
    await page.keyboard.press('Enter')
    await caret.filter({ hasText: /^$/ }).waitFor()
    await page.keyboard.type('Street')
    await eventually(async () =>
      assert.deepEqual(await labels(page), ['Name', 'City', 'How old are you? Today', 'Street']),
    )
    // a kind by its name, a question by anything else; with a slash in front only kinds
    await line.click()
    await page.keyboard.type('drop')
    assert.equal((await offered())[0], 'Dropdown')
    await line.fill('Name')
    assert.equal((await offered())[0], 'Question “Name”')
    await line.fill('/how old are you')
    assert.deepEqual(await offered(), ['No blocks found.'])
    await line.fill('')
    await saved(page)
    const stored = (await draftOf(desk)).flatMap(({ content }) => content?.key ?? [])
    assert.sameMembers(stored, ['name', 'city', 'how_old_are_you_today', 'street'])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(async () =>
      assert.deepEqual(await labels(page), ['Name', 'City', 'How old are you? Today']),
    )
  })

  test('by keys out of the palette: Enter adds what is found first, arrows lead to the others', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { page, context } = await newDesk(browser, { blocks: NAME_AND_CITY })
    cleanup(() => context.close())
    const search = page.getByRole('searchbox', { name: 'Search blocks' })
    await search.focus()
    // of nothing that is looked for nothing is added
    await page.keyboard.press('Enter')
    await page.keyboard.type('matr')
    await page.keyboard.press('ArrowDown')
    await hasFocus(page, page.getByRole('button', { name: 'Matrix', exact: true }))
    await page.keyboard.press('ArrowDown')
    await hasFocus(page, page.getByRole('button', { name: 'Checkbox matrix', exact: true }))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await hasFocus(page, search)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: /^Matrix/ }).waitFor()
    await page.locator('[data-chosen="current"] [data-text="label"]:focus').waitFor()
    assert.equal(await blocks(page).count(), 3)
  })

  test('a row of a spreadsheet becomes the columns of a matrix; of an option it is a label and a value', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const line = (label: string) => ({ id: label.toLowerCase(), label })
    const desk = await newDesk(browser, {
      blocks: [
        {
          ...{ id: 'gridblock01', kind: 'matrix', label: 'Stay', key: 'stay' },
          settings: { rows: [line('Food')], columns: [line('Good')] },
        },
        { id: 'sizeblock01', kind: 'select', label: 'Size', key: 'size', settings: { options: [line('S')] } },
      ],
    })
    cleanup(() => desk.context.close())
    const { page } = desk
    const paste = async (block: string, list: string, text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.locator(`[data-block="${block}"] [data-text^="${list}."]`).first().click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+v')
    }
    await paste('gridblock01', 'columns', 'Bad\tFair\tGood\n')
    const columns = page.locator('[data-block="gridblock01"] [data-text^="columns."]')
    await eventually(async () => assert.deepEqual(await columns.allInnerTexts(), ['Bad', 'Fair', 'Good']))
    // more than the list takes: what stands behind the lines stays, and what is left out is said
    const many = Array.from({ length: 30 }, (_, index) => `Column number ${index}`)
    await paste('gridblock01', 'columns', many.join('\n'))
    await page.getByText('The limit is 20. 12 were left out.').waitFor()
    await eventually(async () =>
      assert.deepEqual((await columns.allInnerTexts()).slice(-3), ['Column number 17', 'Fair', 'Good']),
    )
    // the list is full: the caret stays where it is
    const last = columns.last()
    await last.click()
    await page.evaluate(`navigator.clipboard.writeText('One\\nMore')`)
    await page.keyboard.press('Control+v')
    await page.getByText('The limit is 20. 2 were left out.').waitFor()
    await hasFocus(page, last)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+v')
    await page.getByText('The limit is 20. 1 was left out.').waitFor()
    await eventually(async () => assert.equal(await last.innerText(), 'One'))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await last.innerText(), 'Good'))
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await columns.allInnerTexts(), ['Bad', 'Fair', 'Good']))
    await paste('sizeblock01', 'options', 'Small\t12.50\nLarge\t15\n')
    const options = page.locator('[data-block="sizeblock01"] [data-text^="options."]')
    await eventually(async () => assert.deepEqual(await options.allInnerTexts(), ['Small', 'Large']))
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await columns.allInnerTexts(), ['Good']))
  })

  test('the Enter that ends a composition adds nothing, chooses nothing, and closes nothing', async ({
    assert,
    browser,
  }) => {
    const options = [{ id: 'one', label: 'One' }]
    const when = { left: { field: 'nameblock01' }, op: 'is', right: { value: 'Ada' } }
    const desk = await newDesk(browser, {
      blocks: [
        { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
        { id: 'sizeblock01', kind: 'select', label: 'Size', key: 'size', settings: { options } },
        { id: 'cityblock01', kind: 'text', label: 'City', key: 'city', rules: [{ when, do: 'show' }] },
      ],
    })
    const { page } = desk
    const session = await desk.context.newCDPSession(page)
    const compose = async (text: string) => {
      const selection = { selectionStart: text.length, selectionEnd: text.length }
      await session.send('Input.imeSetComposition', { text, ...selection })
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await session.send('Input.insertText', { text })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    }
    const title = page.getByRole('textbox', { name: 'Form title' })
    await title.selectText()
    await compose('申し込み')
    await title.and(page.locator(':focus')).waitFor()
    assert.equal(await title.textContent(), '申し込み')
    await page.locator(NAME).selectText()
    await compose('名前')
    await page.locator('[data-block="sizeblock01"] [data-text="options.one.label"]').selectText()
    await compose('大')
    assert.deepEqual(await labels(page), ['名前', 'Size', 'City'])

    const line = page.getByRole('combobox', { name: 'Add a block' }).last()
    await line.click()
    await compose('電話')
    assert.equal(await line.inputValue(), '電話')
    await line.fill('')

    await page.locator('[data-block="cityblock01"]').focus()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await chip(page.getByRole('region', { name: 'Rule' }), 'Value').click()
    const value = page.getByRole('dialog').last().locator('input:focus')
    await value.selectText()
    await compose('愛')
    assert.equal(await value.inputValue(), '愛')
    await value.press('Enter')
    await value.waitFor({ state: 'detached' })
    await saved(page)
    const rows = await draftOf(desk)
    const content = (id: string) => rows.find((row) => row.block_id === id)?.content
    assert.deepEqual(content('sizeblock01')?.settings, { options: [{ id: 'one', label: '大' }] })
    const changed = { all: [{ ...when, right: { value: '愛' } }] }
    assert.deepEqual(content('cityblock01')?.rules, [{ when: changed, do: 'show' }])
  })
})
