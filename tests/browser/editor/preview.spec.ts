import { test } from '@japa/runner'
import type { Browser, FrameLocator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { newDesk, type Desk, type GivenBlock } from '#tests/browser/editor/editor_page'
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
  await page.getByText('Preview. Nothing is stored.').waitFor()
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
  await page.getByText('In the preview nothing is stored.').waitFor()
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
    await fillIn(frame)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Start over' }).click()
    await fillIn(frame)
    assert.deepEqual(await stored(desk), { submissions: 0, files: 0, sessions: 0 })
  })

  test('turns its pages without JavaScript too', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    await fillIn(await withoutScript(browser, desk))
    assert.deepEqual(await stored(desk), { submissions: 0, files: 0, sessions: 0 })
  })

  test('shows the draft as it is now, at the width of a phone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await page.locator('[data-block="nameblock01"] [data-text="label"]').fill('Full name')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Phone', { exact: true }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Full name').waitFor()
    await eventually(async () => assert.equal((await page.locator('iframe').boundingBox())?.width, 390))
  })
})
