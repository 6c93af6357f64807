import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  labels,
  NAME,
  NAME_AND_CITY,
  newDesk,
  openDesk,
  publish,
  saved,
  storedLabels,
  type Desk,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'
import { inWorkspace } from '#tests/functional/respond/rows'
import { fill } from '#tests/functional/place'
import { Visitor } from '#tests/functional/visitor'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Publish' })
const open = (page: Page) => page.getByRole('button', { name: /^Publish(ed)?$/ }).click()
const row = (page: Page, number: number) =>
  sheetOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(`Version ${number}`, { exact: true }) })

const noteField = (page: Page) => row(page, 1).getByRole('textbox', { name: 'Note for version 1' })

/** Publishes what is there, and again with another label and without the second question. */
async function twoVersions(desk: Desk): Promise<void> {
  const { page } = desk
  await publish(page)
  await page.locator(NAME).fill('Full name')
  await page.locator('[data-block="cityblock01"]').press('Delete')
  await page.getByRole('alert').filter({ hasText: 'Block removed' }).getByRole('button').last().click()
  await saved(page)
  await publish(page, 2)
}

/** Keeps back what is asked of an address until it is released. */
async function holdBack(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

test.group('Editor: versions', () => {
  test('are listed newest first; an older one is looked at, restored, undone, and published again', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, slug } = desk
    await twoVersions(desk)
    const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, {
      submission_key: crypto.randomUUID(),
      answers: { name: 'Ada' },
    })
    assert.equal(sent.status, 201)
    await open(page)
    await row(page, 1).waitFor()
    assert.deepEqual(await sheetOf(page).getByRole('listitem').locator('strong').allTextContents(), [
      'Version 2',
      'Version 1',
    ])
    await row(page, 2).getByTitle('Published').waitFor()
    await row(page, 1).getByText('Ada').waitFor()
    // it is what the draft is like
    assert.equal(await row(page, 2).getByRole('button', { name: 'Restore version 2' }).count(), 0)
    assert.deepEqual(await axeFindings(page), [])

    await row(page, 2).getByRole('button', { name: 'Changes of version 2' }).press('Enter')
    const compared = page.getByRole('region', { name: 'Changes of version 2' })
    await compared.getByText('Changed (1)').waitFor()
    await compared.getByText('Label: Name → became Full name').waitFor()
    await compared.getByText('Removed (1)').waitFor()
    await compared.getByText('City').waitFor()
    await compared.getByRole('combobox', { name: 'Compare version 2 with' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await row(page, 2).getByRole('button', { name: 'Changes of version 2' }).press('Enter')
    await compared.waitFor({ state: 'detached' })

    const view = row(page, 1).getByRole('button', { name: 'View version 1' })
    await view.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Version 1' })
    await page.frameLocator('iframe').getByLabel('City').waitFor()
    await page.frameLocator('iframe').getByLabel('Name', { exact: true }).waitFor()
    await shown.getByRole('button', { name: 'Close the preview' }).focus()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await hasFocus(page, view)

    // without changes that could be lost nobody is asked
    await row(page, 1).getByRole('button', { name: 'Restore version 1' }).press('Enter')
    await page
      .getByText('The draft is now like version 1. Publish it to show it to respondents.', { exact: true })
      .waitFor()
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'City']))
    await sheetOf(page).getByRole('button', { name: 'Publish version 3' }).waitFor()
    await sheetOf(page).getByText('Added (1)').waitFor()
    assert.deepEqual(await storedLabels(desk), ['Name', 'City'])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => assert.deepEqual(await labels(page), ['Full name']))
    await row(page, 1).getByRole('button', { name: 'Restore version 1' }).click()
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'City']))
    await sheetOf(page).getByRole('button', { name: 'Publish version 3' }).click()
    await sheetOf(page).getByText('Version 3 is published.').waitFor()
    await row(page, 3).getByTitle('Published').waitFor()
    const [kept] = await inWorkspace<{ count: number }>(
      desk.creator.workspaceId,
      'select count(*)::int as count from submissions where form_id = ?',
      [desk.formId],
    )
    assert.equal(kept?.count, 1)
  })

  test('changes that nobody published are given up only where that was said', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, viewport: { width: 390, height: 844 } })
    const { page } = desk
    await publish(page)
    await page.locator(NAME).fill('A name nobody saw')
    await saved(page)
    await open(page)
    const sheet = sheetOf(page)
    await sheet.getByText('Versions', { exact: true }).click()
    const restore = row(page, 1).getByRole('button', { name: 'Restore version 1' })
    await restore.click()
    const question = page.getByRole('dialog', { name: 'Restore version 1?' })
    await question.getByText('Submissions are kept.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    assert.deepEqual(await labels(page), ['A name nobody saw', 'City'])
    await restore.click()
    // until it is saved and checked, nothing is said of how it was before
    const saving = await holdBack(page, '**/draft')
    const checking = await holdBack(page, '**/check')
    await sheet.getByText('Changed (1)').waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await eventually(async () => assert.deepEqual(await labels(page), ['Name', 'City']))
    // nothing is left to publish
    await page.getByText('The draft is now like version 1, which is published.', { exact: true }).waitFor()
    await sheet.getByText('Saving your last changes…').waitFor()
    assert.equal(await sheet.getByText('Changed (1)').count(), 0)
    saving.release()
    await sheet.getByText('Checking the form…').waitFor()
    assert.equal(await sheet.getByText('Changed (1)').count(), 0)
    checking.release()
    // what the draft is like now is published
    await sheet.getByText('Version 1 is published.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => assert.deepEqual(await labels(page), ['A name nobody saw', 'City']))
  })

  test('back to the published one: asked and told that it is, in place of what was told before', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await twoVersions(desk)
    await open(page)
    await row(page, 1).getByRole('button', { name: 'Restore version 1' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'The draft is now like' })
    await told.getByText('The draft is now like version 1. Publish it to show it to respondents.').waitFor()
    await sheetOf(page).getByText('Versions', { exact: true }).click()
    await row(page, 2).getByRole('button', { name: 'Restore version 2' }).click()
    const question = page.getByRole('dialog', { name: 'Restore version 2?' })
    await question.getByText('It is what respondents see already.').waitFor()
    assert.equal(await question.getByText('until you publish').count(), 0)
    await question.getByRole('button', { name: 'Restore' }).click()
    await told.getByText('The draft is now like version 2, which is published.').waitFor()
    await eventually(async () => assert.equal(await told.count(), 1))
    await eventually(async () => assert.deepEqual(await labels(page), ['Full name']))
  })

  test('what somebody else changes while the sheet is open is looked at, too, before anything is given up', async ({
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, creator, formId, slug } = desk
    await publish(page)
    await open(page)
    const sheet = sheetOf(page)
    await sheet.getByText('Version 1 is published.').waitFor()
    const other = await openDesk(browser, creator, formId, slug)
    await other.page.locator(NAME).fill('Full name')
    await saved(other.page)
    await sheet.getByText('Changed (1)').waitFor()
    await sheet.getByText('Versions', { exact: true }).click()
    await row(page, 1).getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('dialog', { name: 'Restore version 1?' }).getByText('unpublished changes').waitFor()
  })

  test('of 200 versions a page is read at a time; a long note is folded', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, creator, formId } = desk
    await publish(page)
    await fill(
      creator.workspaceId,
      `insert into form_versions (workspace_id, form_id, number, document, sha256, note)
       select workspace_id, form_id, n, document, sha256, repeat('A long note. ', 60)
       from form_versions, generate_series(2, 200) n where workspace_id = ? and form_id = ?`,
      [creator.workspaceId, formId],
    )
    await page.reload()
    await open(page)
    const items = sheetOf(page).getByRole('listitem')
    const whole = row(page, 200).getByRole('button', { name: 'Show all of the note of version 200' })
    const height = async () => (await row(page, 200).boundingBox())?.height ?? 0
    const folded = await height()
    await whole.click()
    assert.isAbove(await height(), folded + 100)
    assert.equal(await items.count(), 20)
    await sheetOf(page).getByRole('button', { name: 'Show older versions' }).click()
    await row(page, 161).waitFor()
    assert.equal(await items.count(), 40)
    assert.deepEqual(await axeFindings(page), [])
  })

  test('a note is written, changed and taken away afterwards, by keys alone; others see it at once', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, creator, formId, slug } = desk
    await publish(page)
    await open(page)
    const other = await openDesk(browser, creator, formId, slug)
    await open(other.page)
    const field = noteField(page)
    const add = row(page, 1).getByRole('button', { name: 'Add note to version 1' })
    const edit = row(page, 1).getByRole('button', { name: 'Edit note of version 1' })

    await add.press('Enter')
    await hasFocus(page, field)
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.type('Asks fewer')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('questions')
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'detached' })
    await hasFocus(page, edit)
    await row(other.page, 1).getByText('Asks fewer\nquestions').waitFor()

    // Escape is for the note, not for the sheet
    await edit.press('Enter')
    assert.equal(await field.inputValue(), 'Asks fewer\nquestions')
    await page.keyboard.type('!')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await hasFocus(page, edit)
    await row(page, 1).getByText('Asks fewer\nquestions', { exact: true }).waitFor()

    // another member writes meanwhile: both texts are seen before one replaces the other
    await edit.press('Enter')
    await field.fill('Asks less')
    await row(other.page, 1).getByRole('button', { name: 'Edit note of version 1' }).click()
    await noteField(other.page).fill('Shorter')
    await other.page.getByRole('button', { name: 'Save note' }).click()
    await row(page, 1).getByText('The note was changed meanwhile to “Shorter”.').waitFor()
    assert.equal(await field.inputValue(), 'Asks less')
    assert.deepEqual(await axeFindings(page), [])
    await field.press('Enter')
    await row(other.page, 1).getByText('Asks less', { exact: true }).waitFor()

    await edit.press('Enter')
    await field.fill('  ')
    await field.press('Enter')
    await hasFocus(page, add)
    await row(other.page, 1).getByRole('button', { name: 'Add note to version 1' }).waitFor()
    assert.equal(await row(other.page, 1).getByText('Asks less').count(), 0)
  })

  test('what is typed of a note outlasts a refusal, a change by somebody else, and a sheet that is closed', async ({
    assert,
    browser,
  }) => {
    const viewport = { width: 390, height: 844 }
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, viewport, dark: true })
    const { page, creator, formId, slug } = desk
    await publish(page)
    await open(page)
    const field = noteField(page)
    await row(page, 1).getByRole('button', { name: 'Add note to version 1' }).click()
    await field.fill('n'.repeat(1001))
    await row(page, 1).getByText('Shorten the note to 1000 characters or fewer. It has 1001.').waitFor()
    await field.press('Enter')
    await field.fill('Asks less')

    await page.route('**/versions/1', (route) =>
      route.fulfill({ status: 503, json: { code: 'E_AWAY', message: 'Try again in a minute.' } }),
    )
    await row(page, 1).getByRole('button', { name: 'Save note' }).click()
    await row(page, 1).getByText('Try again in a minute.').waitFor()
    await hasFocus(page, field)
    assert.deepEqual(await axeFindings(page), [])
    await page.unroute('**/versions/1')

    // the sheet is another one now: there is something to publish
    const other = await openDesk(browser, creator, formId, slug)
    await other.page.locator(NAME).fill('Full name')
    await saved(other.page)
    await sheetOf(page).getByRole('button', { name: 'Publish version 2' }).waitFor()
    assert.equal(await field.inputValue(), 'Asks less')
    await sheetOf(page).getByRole('button', { name: 'Close' }).click()
    await sheetOf(page).waitFor({ state: 'detached' })
    await open(page)
    assert.equal(await field.inputValue(), 'Asks less')
    await field.press('Enter')
    await row(page, 1).getByText('Asks less', { exact: true }).waitFor()
    await hasFocus(page, row(page, 1).getByRole('button', { name: 'Edit note of version 1' }))
  })

  test('an answer that comes late ends only the note it is for', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    await open(page)
    await sheetOf(page).getByText('Add a note').click()
    const next = sheetOf(page).getByLabel('Note for this version')
    await next.fill('The first')
    const publishing = await holdBack(page, '**/publication')
    await sheetOf(page).getByRole('button', { name: 'Publish version 1' }).click()
    await next.fill('The second')
    publishing.release()
    await row(page, 1).getByText('The first', { exact: true }).waitFor()
    await page.locator(NAME).fill('Full name')
    await sheetOf(page).getByRole('button', { name: 'Publish version 2' }).waitFor()
    assert.equal(await next.inputValue(), 'The second')

    await sheetOf(page).getByText('Versions', { exact: true }).click()
    const edit = row(page, 1).getByRole('button', { name: 'Edit note of version 1' })
    const field = noteField(page)
    await edit.click()
    await field.fill('Asks less')
    const storing = await holdBack(page, '**/versions/1')
    await field.press('Enter')
    await row(page, 1).getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await field.fill('Asks more')
    storing.release()
    await row(page, 1).getByText('The note was changed meanwhile to “Asks less”.').waitFor()
    assert.equal(await field.inputValue(), 'Asks more')
  })

  test('lead to the submissions of one, narrowed by a filter that can be taken away', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, slug } = desk
    await publish(page)
    const answer = (name: string) =>
      new Visitor().post(`/api/forms/${slug}/submissions`, {
        submission_key: crypto.randomUUID(),
        answers: { name },
      })
    await answer('Ada')
    await page.locator(NAME).fill('Full name')
    await saved(page)
    await publish(page, 2)
    await answer('Bob')
    await open(page)
    await row(page, 1).getByRole('link', { name: 'Submissions of version 1' }).press('Enter')
    const cell = (name: string) => page.getByRole('cell', { name, exact: true })
    await cell('Ada').waitFor()
    assert.equal(await cell('Bob').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: /^Remove the filter: Version/ }).click()
    await cell('Bob').waitFor()
    await page.reload()
    await cell('Bob').waitFor()
  })
})
