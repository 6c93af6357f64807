import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  blocks,
  draftOf,
  newDesk,
  openDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { richToHtml } from '@formwright/kit/rich/to_html'
import { isRichText } from '@formwright/kit/rich/tree'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Your name', key: 'name' },
  { id: 'introblk001', kind: 'paragraph', settings: { text: 'Welcome' } },
]
const TEXT = '[data-block="introblk001"] [data-text="text"]'
const CHIP = '[data-reference]'

const textOf = (page: Page) => page.locator(TEXT)
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting of Text of Paragraph' })
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })

/** The stored text as HTML, once everything is saved. */
async function stored(desk: Desk, id = 'introblk001', name = 'text'): Promise<string> {
  await saved(desk.page)
  const { content } = (await draftOf(desk)).find((row) => row.block_id === id) ?? {}
  const { settings = {} } = content ?? {}
  const text: unknown = name === 'help' ? content?.help : Reflect.get(Object(settings), name)
  return isRichText(text) ? richToHtml(text) : `plain: ${String(text)}`
}

/** The text with nothing in it, and the caret in it. */
async function emptied(page: Page): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

/** Pastes what another program left in the clipboard. */
async function paste(page: Page, html: string, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/html', ${JSON.stringify(html)})
    data.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })()`)
}

test.group('Editor: rich texts', () => {
  test('keys and signs format what is typed; Enter goes on, Backspace takes back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    // drawn as it is, until the caret comes
    assert.equal(await textOf(page).innerText(), 'Welcome')
    assert.equal(await toolbar(page).count(), 0)
    await emptied(page)
    await toolbar(page).waitFor()
    await keys.type('## About')
    await keys.press('Enter')
    await keys.type('Some ')
    await keys.press('Control+b')
    assert.equal(await tool(page, 'Bold').getAttribute('aria-pressed'), 'true')
    await keys.type('bold')
    await keys.press('Control+b')
    await keys.type(' and ')
    await keys.press('Control+i')
    await keys.type('slanted')
    await keys.press('Control+i')
    await keys.press('Enter')
    await keys.type('- one')
    await keys.press('Enter')
    await keys.type('two')
    await keys.press('Tab')
    await keys.press('Enter')
    await keys.press('Enter')
    await keys.press('Enter')
    await keys.type('1. first')
    await keys.press('Enter')
    await keys.press('Enter')
    await keys.type('> said')
    assert.equal(
      await stored(desk),
      '<h2>About</h2><p>Some <strong>bold</strong> and <em>slanted</em></p>' +
        '<ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul><ol><li><p>first</p></li></ol>' +
        '<blockquote><p>said</p></blockquote>',
    )
    assert.deepEqual(await axeFindings(page), [])

    // at the beginning of a line Backspace makes it plain; right after a sign was read it brings the sign back
    await keys.press('Home')
    await keys.press('Backspace')
    await keys.press('End')
    await keys.press('Shift+Enter')
    await keys.type('below')
    assert.match(await stored(desk), /<p>said<br>below<\/p>$/)
    await emptied(page)
    await keys.type('- ')
    await keys.press('Backspace')
    await keys.type('x')
    assert.equal(await stored(desk), '<p>- x</p>')

    // Escape leads to the block, and the editor is gone from the text
    await keys.press('Escape')
    await page.locator('[data-block="introblk001"]:focus').waitFor()
    await toolbar(page).waitFor({ state: 'detached' })
    // Backspace in a text without words removes the block, as it does in a question
    await emptied(page)
    await keys.press('Backspace')
    await page.locator('[data-block="introblk001"]').waitFor({ state: 'detached' })
  })

  test("its toolbar works by keyboard and pointer, and undo is the draft's", async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await textOf(page).click()
    await keys.press('Control+a')
    // the selection stays while a button is pressed
    await tool(page, 'Bold').click()
    await keys.press('Alt+F10')
    await toolbar(page).locator(':focus').waitFor()
    await keys.press('Home')
    await keys.press('ArrowRight')
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Italic')
    await keys.press('Enter')
    await page.locator(`${TEXT}:focus`).waitFor()
    await tool(page, 'Bulleted list').click()
    assert.equal(await stored(desk), '<ul><li><p><strong><em>Welcome</em></strong></p></li></ul>')
    await tool(page, 'Numbered list').click()
    assert.equal(await stored(desk), '<ol><li><p><strong><em>Welcome</em></strong></p></li></ol>')
    await tool(page, 'Numbered list').click()
    await tool(page, 'Heading').click()
    assert.equal(await stored(desk), '<h2><strong><em>Welcome</em></strong></h2>')
    await tool(page, 'Subheading').click()
    assert.match(await stored(desk), /^<h3>/)
    await tool(page, 'Subheading').click()
    assert.equal(await stored(desk), '<p><strong><em>Welcome</em></strong></p>')

    // in the caret's place nothing of the text's is undone but what the draft knows
    await keys.press('Control+z')
    assert.match(await stored(desk), /^<h3>/)
    await keys.press('Control+y')
    assert.match(await stored(desk), /^<p>/)
    await keys.press('Alt+F10')
    await keys.press('Escape')
    await page.locator(`${TEXT}:focus`).waitFor()
    await keys.press('End')
    await keys.insertText('!')
    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('Control+z')
    await page.locator(`${TEXT}:focus`).waitFor()
    assert.equal(await textOf(page).innerText(), 'Welcome')
  })

  test('a link is asked for, and leads nowhere harmful', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await textOf(page).click()
    await keys.press('Control+a')
    await keys.press('Control+k')
    const form = page.getByRole('dialog', { name: 'Link' })
    const address = form.getByRole('textbox', { name: 'Address' })
    await address.fill('javascript:alert(1)')
    await keys.press('Enter')
    await form.getByText('Enter a web address').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await address.fill('example.com/terms')
    await form.getByRole('button', { name: 'Add link' }).click()
    await page.locator(`${TEXT}:focus`).waitFor()
    assert.equal(
      await stored(desk),
      '<p><a href="https://example.com/terms" rel="noreferrer">Welcome</a></p>',
    )
    // under the caret it is led elsewhere, and taken off
    await keys.press('End')
    await keys.press('ArrowLeft')
    assert.equal(await tool(page, 'Link').getAttribute('aria-pressed'), 'true')
    await tool(page, 'Link').click()
    assert.equal(await address.inputValue(), 'https://example.com/terms')
    await address.fill('ada@example.com')
    await keys.press('Enter')
    assert.include(await stored(desk), 'href="mailto:ada@example.com"')
    await keys.press('Control+k')
    await form.getByRole('button', { name: 'Remove link' }).click()
    assert.equal(await stored(desk), '<p>Welcome</p>')
    // Escape leaves everything as it is
    await keys.press('Control+k')
    await form.getByRole('textbox', { name: 'Address' }).and(page.locator(':focus')).waitFor()
    await keys.press('Escape')
    await page.locator(`${TEXT}:focus`).waitFor()
    assert.equal(await stored(desk), '<p>Welcome</p>')
  })

  test('HTML comes in as what is allowed, text as text, and what was copied as it was', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await emptied(page)
    await paste(
      page,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
       <h1 style="mso-list:none">Terms<o:p></o:p></h1>
       <p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Read</b> <span style="font-style:italic">this</span>
       <a href="javascript:alert(1)">now</a> <a href="https://example.com/">there</a><img src=x onerror="alert(1)"></p>
       <ul><li>One</li><li>Two</li></ul><script>alert(1)</script></body></html>`,
      'Terms',
    )
    await textOf(page).getByText('Two').waitFor()
    assert.equal(
      await stored(desk),
      '<h2>Terms</h2><p><strong>Read</strong> <em>this</em> now ' +
        '<a href="https://example.com/" rel="noreferrer">there</a></p><ul><li><p>One</p></li><li><p>Two</p></li></ul>',
    )
    assert.equal(await textOf(page).locator('img, script, [onerror], [style]').count(), 0)
    // markup that says it was copied in an editor like this one gets in no more than that
    await emptied(page)
    await paste(
      page,
      '<p data-pm-slice="1 1 []" onclick="x()"><a href="javascript:alert(1)">a</a><u>b</u><img src=x></p>',
      'ab',
    )
    await textOf(page).getByText('b').waitFor()
    assert.equal(await stored(desk), '<p>a<u>b</u></p>')
    // text without formatting: empty lines part paragraphs, keys are chips
    await emptied(page)
    await page.evaluate(`navigator.clipboard.writeText('Dear {name},\\nwelcome.\\n\\nWe')`)
    await keys.press('Control+Shift+v')
    await textOf(page).locator(CHIP).waitFor()
    assert.equal(await stored(desk), '<p>Dear {nameblock01},<br>welcome.</p><p>We</p>')
    // a copy is the same, its chips too, and reads as text elsewhere
    await keys.press('Control+a')
    await keys.press('Control+c')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Dear {name},\nwelcome.\nWe')
    await keys.press('ArrowRight')
    await keys.press('Enter')
    await keys.press('Control+v')
    await textOf(page).locator(CHIP).nth(1).waitFor()
    assert.equal(
      await stored(desk),
      '<p>Dear {nameblock01},<br>welcome.</p><p>We</p><p>Dear {nameblock01},<br>welcome.</p><p>We</p>',
    )
  })

  test('answers are chips; what a removed one stood for is marked, and leads there from the check', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const keys = page.keyboard
    await textOf(page).click()
    await keys.press('End')
    await keys.type(', @your')
    await page.getByRole('listbox', { name: 'Answers' }).waitFor()
    await keys.press('Enter')
    await keys.type(' and {name} and {{name} and ')
    await tool(page, 'Insert an answer').click()
    await page.getByRole('option', { name: /^Your name/ }).click()
    assert.equal(await textOf(page).locator(CHIP).count(), 3)
    assert.equal(
      await stored(desk),
      '<p>Welcome, {nameblock01} and {nameblock01} and {{name} and {nameblock01}</p>',
    )
    // a copy of both leads to the copy
    await page.locator('[data-block="introblk001"]').focus()
    await keys.press('Control+a')
    await keys.press('Control+d')
    await saved(page)
    const rows = await draftOf(desk)
    const copies = rows.filter(({ kind, block_id }) => kind === 'paragraph' && block_id !== 'introblk001')
    assert.lengthOf(copies, 1)
    assert.notInclude(JSON.stringify(copies), 'nameblock01')

    await page.locator('[data-block="nameblock01"]').focus()
    await keys.press('Delete')
    await textOf(page).getByText('removed question').first().waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('Your name').first().click()
    await page.locator(`${TEXT}:focus`).waitFor()
  })

  test('too long is said where it is written, and keeps it from being published', async ({
    assert,
    browser,
  }) => {
    const text = 'word '.repeat(4_000).trim()
    const desk = await newDesk(browser, {
      blocks: [GIVEN[0], { ...GIVEN[1], settings: { text } }].flatMap((one) => one ?? []),
    })
    const { page } = desk
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    // what the eye counts: a family is one
    await page.keyboard.insertText('👩‍👩‍👧‍👦')
    assert.equal(await page.getByText('too many').count(), 0)
    await page.keyboard.insertText('a')
    await page.getByRole('alert').filter({ hasText: '1 character too many. Shorten the text.' }).waitFor()
    await page.keyboard.press('Backspace')
    await page.getByText('too many').waitFor({ state: 'detached' })
    await saved(page)
    assert.isAtLeast((await stored(desk)).length, 20_000)
  })

  test('help is one: on the page, in the settings, and for respondents, with what they answered', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [...GIVEN, { id: 'cityblock01', kind: 'text', label: 'City', key: 'city' }],
    })
    const { page } = desk
    const keys = page.keyboard
    await page.locator('[data-block="cityblock01"]').focus()
    const settings = page.getByRole('complementary', { name: 'Settings' })
    const help = settings.getByRole('textbox', { name: 'Help' })
    await help.click()
    await keys.type('Where you ')
    await keys.press('Control+b')
    await keys.type('live')
    await keys.press('Control+b')
    await keys.type(', {name}')
    await settings.getByRole('toolbar').getByRole('button', { name: 'Bulleted list' }).click()
    assert.equal(await settings.getByRole('button', { name: 'Heading' }).count(), 0)
    assert.equal(
      await stored(desk, 'cityblock01', 'help'),
      '<ul><li><p>Where you <strong>live</strong>, {nameblock01}</p></li></ul>',
    )
    const onPage = page.locator('[data-block="cityblock01"] [data-text="help"]')
    assert.equal(await onPage.locator('li strong').innerText(), 'live')
    // emptied, there is none; by itself, since what is typed quickly is one step with what was typed before
    await page.reload()
    await page.locator('[data-block="cityblock01"]').focus()
    await help.click()
    await keys.press('Control+a')
    await keys.press('Delete')
    await onPage.waitFor({ state: 'detached' })
    await keys.press('Control+z')
    await onPage.waitFor()

    await textOf(page).click()
    await keys.press('Control+b')
    await keys.type('!')
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
    await visitor.getByLabel('Your name').fill('<b>Ada</b>')
    await visitor.getByRole('listitem').getByText(', <b>Ada</b>').waitFor()
    const city = visitor.getByLabel('City')
    const described = await city.getAttribute('aria-describedby')
    assert.equal(await visitor.locator(`#${described}`).innerText(), 'Where you live, <b>Ada</b>')
    assert.equal(await visitor.locator('.fw-paragraph strong').innerText(), '!')
    assert.deepEqual(await axeFindings(visitor), [])
  })

  test('two people in one text are asked, in words; who may only look reads it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    const other = await openDesk(browser, desk.creator, desk.formId, desk.slug)
    await desk.context.setOffline(true)
    await textOf(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('End')
    await page.keyboard.type(' mine')
    await textOf(other.page).click()
    await other.page.keyboard.press('End')
    await other.page.keyboard.type(' theirs')
    await saved(other.page)
    await desk.context.setOffline(false)
    const clash = page.getByRole('region', { name: 'Changed by someone else too' })
    await clash.waitFor()
    assert.deepEqual(await clash.locator('dd').allInnerTexts(), ['Welcome mine', 'Welcome theirs'])
    await clash.getByRole('button', { name: 'Keep theirs' }).click()
    assert.equal(await textOf(page).innerText(), 'Welcome theirs')
    assert.equal(await blocks(page).count(), 2)
  })
})
