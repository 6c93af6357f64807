import { test } from '@japa/runner'
import type { Browser, FrameLocator, Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { newDesk, saved, type Desk, type GivenBlock } from '#tests/browser/editor/editor_page'
import { hasFocus } from '#tests/browser/shell/screen'
import { eventually } from '#tests/browser/eventually'
import { inWorkspace } from '#tests/functional/respond/rows'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'paperblock1', kind: 'file', label: 'Programme', key: 'file' },
  { id: 'breakblock1', kind: 'page-break', settings: { title: 'Last page' } },
  { id: 'wordsblock1', kind: 'text', label: 'Last words of {#nameblock01}', key: 'words' },
  { id: 'endingblk01', kind: 'ending', settings: { title: 'Until then' } },
]
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') }

/** Fills the form in as a respondent does, up to its end. */
async function fillIn(page: Page | FrameLocator): Promise<void> {
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Programme').setInputFiles(NOTES)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'Last page' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('notes.txt').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Last words of Ada').fill('Bye')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Until then' }).waitFor()
}

async function stored({ creator, formId }: Desk): Promise<unknown> {
  const [counts] = await inWorkspace(
    creator.workspaceId,
    `select (select count(*)::int from submissions where form_id = ?) as submissions,
            (select count(*)::int from files where form_id = ?) as files,
            (select count(*)::int from response_sessions where form_id = ?) as sessions`,
    [formId, formId, formId],
  )
  return counts
}

/** The preview by itself, in another tab of the same person. */
async function withoutScript(browser: Browser, desk: Desk): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(desk.page.url()).origin,
    javaScriptEnabled: false,
  })
  await context.addCookies(await desk.context.cookies())
  const page = await context.newPage()
  await page.goto(`/forms/${desk.slug}/preview`)
  return page
}

test.group('Editor: preview', () => {
  test('is filled in to its ending, a file with it, and again; nothing is stored', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await page.getByRole('dialog', { name: 'Preview' }).getByText('Nothing is stored.').waitFor()
    await fillIn(frame)
    // the bar says it: the page is the one respondents see
    assert.equal(await frame.getByText('Nothing is stored.').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Start over' }).click()
    await fillIn(frame)
    assert.deepEqual(await stored(desk), { submissions: 0, files: 0, sessions: 0 })
  })

  test('codes are asked for and typed, and no mail is sent', async ({ browser }) => {
    const asking = { kind: 'email', label: 'Address', settings: { verify: true } }
    const desk = await newDesk(browser, { blocks: [{ id: 'mailblock01', ...asking }] })
    const { page } = desk
    // the page that is edited shows that there will be one
    await page.getByText('Send code').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await frame.locator('html[data-live]').waitFor({ state: 'attached' })
    await frame.getByRole('textbox', { name: 'Address' }).fill('ada@example.com')
    await frame.getByRole('button', { name: 'Send code' }).click()
    await frame.getByText('A preview sends no mail.').waitFor()
    await frame.getByRole('textbox', { name: 'Code' }).fill('123456')
    await frame.getByText('Verified').waitFor()
    await frame.getByRole('button', { name: 'Send' }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('in a tab of its own it says on each of its pages that it is a preview', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page, context } = desk
    await page.getByRole('button', { name: 'Preview' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open in a new tab' }).click()
    const tab = await opened
    const said = tab.getByText('Preview. Nothing is stored.')
    await said.waitFor()
    assert.deepEqual(await axeFindings(tab), [])
    await fillIn(tab)
    await said.waitFor()
    assert.deepEqual(await stored(desk), { submissions: 0, files: 0, sessions: 0 })
  })

  test('turns its pages without JavaScript too', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const tab = await withoutScript(browser, desk)
    await fillIn(tab)
    await tab.getByText('Preview. Nothing is stored.').waitFor()
    assert.deepEqual(await stored(desk), { submissions: 0, files: 0, sessions: 0 })
  })

  test('shows the draft as it is now, at the width of a phone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await page.locator('[data-block="nameblock01"] [data-text="label"]').fill('Full name')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('radiogroup', { name: 'Device' }).getByText('Phone').click()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Full name').waitFor()
    await eventually(async () => assert.equal((await page.locator('iframe').boundingBox())?.width, 390))
    await page.setViewportSize({ width: 1280, height: 1000 })
    await eventually(async () => assert.equal((await page.locator('iframe').boundingBox())?.height, 844))
  })

  test('shows how the form looks in the light and in the dark, without starting over', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    // an emulated scheme would be that of every frame
    await page.emulateMedia({ colorScheme: null })
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Name').fill('Ada')
    const ground = () => frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await ground()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await dialog.getByRole('radio', { name: 'Light' }).press('ArrowRight')
    await eventually(async () => assert.notEqual(await ground(), light))
    assert.equal(await frame.getByLabel('Name').inputValue(), 'Ada')
    await page.getByRole('button', { name: 'Close the preview' }).click()

    // one that is always dark is dark for everybody
    await page.getByRole('radiogroup', { name: 'Color scheme' }).getByText('Dark').click()
    await saved(page)
    await page.getByRole('button', { name: 'Preview' }).click()
    const switches = page.getByRole('radiogroup', { name: 'Color scheme: this form is always dark' })
    await switches.waitFor()
    assert.isTrue(await switches.getByRole('radio', { name: 'Light' }).isDisabled())
    await eventually(async () => assert.notEqual(await ground(), light))
  })

  test('texts stand on the paper as they do on the page', async ({ assert, browser }) => {
    const { page, slug } = await newDesk(browser, {
      blocks: [
        { id: 'headblock01', kind: 'heading', settings: { text: 'About you' } },
        { id: 'wordsblock1', kind: 'paragraph', settings: { text: 'A few words.' } },
        { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
      ],
    })
    await page.locator('[data-page] [data-text="general.description"]').fill('Described')
    await saved(page)
    const texts = ['Described', 'About you', 'A few words.']
    const heights = async (of: Page | Locator) => {
      const [first, ...boxes] = await Promise.all(
        texts.map((text) => of.getByText(text, { exact: true }).first().boundingBox()),
      )
      return boxes.map((box) => (box?.y ?? 0) - (first?.y ?? 0))
    }
    const paper = await heights(page.getByRole('region', { name: 'The form' }))
    await page.goto(`/forms/${slug}/preview`)
    assert.deepEqual(await heights(page), paper)
  })

  test('shows own texts of states where they are written, as they are typed', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: GIVEN })
    await page.getByText('Own texts', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Closed' }).fill('Write to us instead.')
    const open = page.getByRole('button', { name: 'Preview: closed' })
    await open.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Preview: closed' })
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'This form is closed' }).waitFor()
    await frame.getByText('Write to us instead.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Close the preview' }).click()
    await hasFocus(page, open)
  })

  test('over the settings on a phone: its name is read in full, and Escape closes it alone', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: GIVEN, viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByText('Own texts', { exact: true }).click()
    const open = settings.getByRole('button', { name: 'Preview: not open yet' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Preview: not open yet' })
    await page.frameLocator('iframe').getByRole('heading', { name: 'This form is not open yet' }).waitFor()
    // once it has come: between the edge of the screen and the line below the bar
    await eventually(async () => {
      const title = await dialog.getByRole('heading').boundingBox()
      const said = await dialog.getByText('Nothing is stored.').boundingBox()
      assert.isAtLeast(title?.y ?? -1, 1)
      assert.isAtMost((said?.y ?? Infinity) + (said?.height ?? 0), 51)
    })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(page, open)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
  })

  test('by keyboard: through the bar, the page, and out again', async ({ browser }) => {
    const { page } = await newDesk(browser, { blocks: GIVEN, viewport: { width: 390, height: 844 } })
    const open = page.getByRole('button', { name: 'Preview' })
    await open.press('Enter')
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Name').waitFor()
    await hasFocus(page, page.getByRole('dialog').getByRole('heading', { name: 'Preview' }))
    await page.getByRole('link', { name: 'Open in a new tab' }).focus()
    // into the page, then to its first question
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await frame.locator('input:focus').and(frame.getByLabel('Name')).waitFor()
    await frame.getByRole('button', { name: 'Next' }).focus()
    await page.keyboard.press('Tab')
    await hasFocus(page, page.getByRole('button', { name: 'Close the preview' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasFocus(page, open)
  })
})
