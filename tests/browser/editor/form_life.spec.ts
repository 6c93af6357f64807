import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  NAME,
  newDesk,
  publish,
  saved,
  type Desk,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { newForm } from '#tests/functional/forms/factories'
import { HTML } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const GIVEN: GivenBlock[] = [{ id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' }]

/** The status of the public page, as a stranger sees it. */
const statusOf = async (slug: string) => (await new Visitor().get(`/forms/${slug}`)).status

async function access(desk: Desk): Promise<unknown> {
  await saved(desk.page)
  return (await draftOf(desk)).find((row) => row.block_id === 'settings.access')?.content
}

const section = (page: Page) => page.getByRole('region', { name: 'Access' })

test.group('Editor: who may answer', () => {
  test('opens and closes at a time of the creator’s own zone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN, timezoneId: 'Asia/Tokyo' })
    const { page } = desk
    const opens = section(page).getByLabel('Opens')
    const closes = section(page).getByLabel('Closes')
    await section(page).getByText('Your time, Asia/Tokyo.').first().waitFor()
    await opens.fill('2090-05-01T09:00')
    await closes.fill('2090-05-01T08:00')
    await section(page).getByText('This is before it opens.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await closes.fill('2090-05-02T09:30')
    assert.equal(await section(page).getByText('This is before it opens.').count(), 0)
    assert.deepInclude(await access(desk), {
      opensAt: '2090-05-01T00:00:00.000Z',
      closesAt: '2090-05-02T00:30:00.000Z',
    })
    await page.reload()
    assert.equal(await opens.inputValue(), '2090-05-01T09:00')
    await page.getByLabel('Closes').waitFor()
    await section(page).getByLabel('Submission limit').fill('5')
    await publish(page)
    assert.equal(await statusOf(desk.slug), 403)
    await opens.fill('')
    await closes.fill('2020-01-01T00:00')
    await publish(page, 2)
    assert.equal(await statusOf(desk.slug), 410)
    await closes.fill('')
    await publish(page, 3)
    assert.equal(await statusOf(desk.slug), 200)
    assert.deepEqual(await access(desk), { maxSubmissions: 5 })
  })

  test('a password is set, changed and removed at once, without publishing; it never comes back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await publish(page)
    const password = section(page).getByLabel('Password', { exact: true })
    await password.fill('open sesame')
    await page.keyboard.press('Enter')
    await section(page).getByRole('button', { name: 'Change' }).waitFor()
    assert.equal(await statusOf(desk.slug), 401)
    await section(page).getByRole('button', { name: 'Change' }).click()
    assert.equal(await password.inputValue(), '')
    await password.fill('another one')
    await section(page).getByRole('button', { name: 'Set password' }).click()
    await password.waitFor({ state: 'detached' })
    assert.notInclude(await page.evaluate<string>('JSON.stringify(localStorage)'), 'another one')
    await section(page).getByRole('button', { name: 'Remove' }).click()
    await password.waitFor()
    assert.equal(await statusOf(desk.slug), 200)
  })

  test('the most submissions: then the form is full', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page } = desk
    await section(page).getByLabel('Submission limit').fill('1')
    await section(page).getByText('Own texts').click()
    await section(page).getByRole('textbox', { name: 'Full' }).fill('All seats are gone.')
    assert.deepEqual(await axeFindings(page), [])
    await publish(page)
    const sent = await new Visitor().post(`/api/forms/${desk.slug}/submissions`, {
      submission_key: randomUUID(),
      answers: { name: 'Ada' },
    })
    assert.equal(sent.status, 201)
    assert.equal(await statusOf(desk.slug), 409)
    const { text } = await new Visitor().get(`/forms/${desk.slug}`, HTML)
    assert.include(text, 'All seats are gone.')
    await section(page).getByRole('textbox', { name: 'Full' }).fill('')
    await section(page).getByLabel('Submission limit').fill('')
    await publish(page, 2)
    assert.equal(await statusOf(desk.slug), 200)
    assert.deepEqual(await access(desk), {})
  })
})

test.group('Editor: the life of a form', () => {
  test('a new address; the old one leads to it, and editing goes on', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page, slug } = desk
    await publish(page)
    const address = page.getByLabel('Address', { exact: true })
    const wanted = `spring-${slug.slice(-6)}`
    await address.fill('No!')
    await page.getByText('3 to 80 lowercase letters, digits, or hyphens.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await address.inputValue(), slug)
    await address.fill(`  ${wanted.toUpperCase()} `)
    await address.press('Enter')
    await page.waitForURL(`**/forms/${wanted}/edit`)
    const old = await new Visitor().get(`/forms/${slug}`)
    assert.include([301, 302, 303, 307, 308], old.status)
    assert.match(old.headers.get('location') ?? '', new RegExp(`/forms/${wanted}$`))
    assert.equal(await statusOf(wanted), 200)
    await page.locator('[data-block="nameblock01"] [data-text="label"]').fill('Full name')
    await saved(page)
    const label = (await draftOf(desk)).find((row) => row.block_id === 'nameblock01')?.content?.label
    assert.equal(label, 'Full name')

    const other = await newDesk(browser, { blocks: GIVEN })
    await other.page.getByLabel('Address', { exact: true }).fill(wanted)
    await other.page.getByRole('button', { name: 'Change address' }).click()
    await other.page.getByText('This address is taken. Choose another.').waitFor()
  })

  test('closed, opened again, taken off the air', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: GIVEN })
    const { page, slug } = desk
    const more = page.getByRole('button', { name: 'More for this form' })
    const item = (name: string) => page.getByRole('menuitem', { name })
    await more.click()
    await item('Delete').waitFor()
    for (const name of ['Close form', 'Reopen form', 'Unpublish'])
      assert.equal(await item(name).count(), 0, name)
    await page.keyboard.press('Escape')
    await item('Delete').waitFor({ state: 'detached' })
    await publish(page)
    await more.click()
    await page.getByRole('menuitem', { name: 'Close form' }).click()
    await page.getByText('The form is closed. Its page says so.').waitFor()
    assert.equal(await statusOf(slug), 410)
    await more.click()
    await page.getByRole('menuitem', { name: 'Reopen form' }).click()
    await page.getByText('The form is open again.').waitFor()
    assert.equal(await statusOf(slug), 200)
    await more.click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByText('Its link stops working').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('The form is unpublished.').waitFor()
    assert.equal(await statusOf(slug), 404)
    await page.getByRole('region', { name: 'This form' }).getByText('Draft', { exact: true }).waitFor()
    // its versions are counted on
    await publish(page, 2)
    await page.getByRole('region', { name: 'This form' }).getByTitle('Published').waitFor()
    assert.equal(await statusOf(slug), 200)
  })

  test('the check list leads to the block that is to be mended; the note goes with the version', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, {
      blocks: [
        ...GIVEN,
        {
          id: 'totalblock1',
          kind: 'calculation',
          label: 'Total',
          key: 'total',
          settings: { formula: '{#gone00001} * 2' },
        },
      ],
    })
    const { page } = desk
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('1 problem to fix first').waitFor()
    assert.isTrue(await sheet.getByRole('button', { name: 'Publish version 1' }).isDisabled())
    await sheet.getByRole('button', { name: /no longer in the form/ }).click()
    await sheet.waitFor({ state: 'detached' })
    const formula = page.getByRole('textbox', { name: /^Formula/ })
    await page.locator('[data-setting="settings.formula"] :focus').waitFor()
    await formula.fill('2 * 21')
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await sheet.getByText('Ready to publish.').waitFor()
    await sheet.getByText('Added (2)').waitFor()
    await sheet.getByText('Add a note').click()
    await sheet.getByLabel('Note for this version').fill('For the summer')
    // closing the sheet to look at something does not lose it
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    assert.equal(await sheet.getByLabel('Note for this version').inputValue(), 'For the summer')
    await sheet.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByText('Version 1 is published.').waitFor()
    const versions = await desk.creator.visitor.get<{ data: { number: number; note: string | null }[] }>(
      `/api/forms/${desk.formId}/versions`,
    )
    assert.deepInclude(versions.body.data[0], { number: 1, note: 'For the summer' })

    // the form stays in reach beside the sheet: the caret stays in it, and the sheet tells of what is new
    await page.locator(NAME).click()
    await page.keyboard.type(' in full')
    await saved(page)
    await sheet.getByRole('button', { name: 'Publish version 2' }).waitFor()
    await page.locator(`${NAME}:focus`).waitFor()
    // and it is this form's alone
    const { form } = await newForm(undefined, 'Another form', desk.creator)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Another form' }).click()
    await page.waitForURL(`**/forms/${form.slug}/edit`)
    await page.getByRole('textbox', { name: 'Form title' }).filter({ hasText: 'Another form' }).waitFor()
    assert.equal(await sheet.count(), 0)
  })
})
