import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'
import type { SubmissionPage } from '#api_types/submissions'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { publishedForm, submit } from '#tests/functional/respond/answering'
import { storeSubmission } from '#tests/functional/submissions/storing'

async function formWith(...names: string[]) {
  const made = await newForm(undefined, 'Feedback')
  await publish(made.creator, made.form.id)
  for (const name of names) await storeSubmission(made.creator.workspaceId, made.form.id, { name01: name })
  return made
}

const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function deleteOpened(page: Page, name: string): Promise<void> {
  await cell(page, name).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await dialog(page).getByText('For 30 days it can be restored from the bin').waitFor()
  await dialog(page).getByRole('button', { name: 'Delete submission' }).click()
  await cell(page, name).waitFor({ state: 'detached' })
  await dialog(page).waitFor({ state: 'detached' })
}

test.group('Deleted submissions', () => {
  test('are back at once by Undo, also for who looks on', async ({ browserContext, visit }) => {
    const { creator, form } = await formWith('Ada', 'Grace', 'Linus')
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    const other = await visit(`/forms/${form.slug}/show/submissions`)
    await cell(other, 'Grace').waitFor()
    await deleteOpened(page, 'Grace')
    await cell(other, 'Grace').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('The submission is back.').waitFor()
    for (const tab of [page, other]) await cell(tab, 'Grace').waitFor()
    await cell(page, 'Grace').click()
    await page.getByRole('region', { name: 'Answers' }).getByText('Grace', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Close' }).first().click()
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Delete submissions' }).click()
    await cell(page, 'Grace').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('The submissions are back.').waitFor()
    for (const tab of [page, other]) for (const name of ['Grace', 'Linus']) await cell(tab, name).waitFor()
  })

  test('are read in an open bin now and then, however fast others delete', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith(...Array.from({ length: 30 }, (_, place) => `Person ${place}`))
    await signIn(browserContext, creator)
    const { body } = await creator.visitor.get<SubmissionPage>(`/api/forms/${form.slug}/submissions`)
    const [first, ...rest] = body.data.rows.map(({ id }) => id)
    const remove = (id = '') => creator.visitor.delete(`/api/forms/${form.slug}/submissions/${id}`)
    await remove(first)
    const page = await visit(`/forms/${form.slug}/show/submissions/bin`)
    const restore = page.getByRole('button', { name: /^Restore Person/ })
    await restore.first().waitFor()
    let read = 0
    page.on('request', (request) => (read += Number(request.url().endsWith('/bin'))))
    for (const id of rest) await remove(id)
    await restore.nth(29).waitFor()
    assert.isBelow(read, 12)
  })

  test('wait in the bin of their form, to be restored or deleted for good', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith('Ada', 'Grace', 'Linus')
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    for (const name of ['Ada', 'Grace', 'Linus']) await deleteOpened(page, name)
    await page.getByRole('link', { name: 'Deleted submissions are in the bin' }).click()
    await page.getByRole('button', { name: 'Restore Grace' }).waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])

    await page.getByRole('button', { name: 'Grace', exact: true }).press('Enter')
    await dialog(page).getByRole('heading', { name: 'Grace' }).waitFor()
    await dialog(page).getByRole('definition').getByText('Grace', { exact: true }).waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Restore Grace' }).press('Enter')
    await page.getByText('“Grace” is back.').waitFor()
    await page.getByRole('button', { name: 'Restore Grace' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete Ada for good' }).press('Enter')
    await dialog(page).getByText('Nobody can bring it back.').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('button', { name: 'Restore Ada' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Table' }).click()
    await cell(page, 'Grace').waitFor()
    assert.equal(await page.getByRole('row').count(), 2)

    await page.getByRole('link', { name: 'Bin' }).click()
    await page.getByRole('button', { name: 'Empty bin' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Delete all for good' }).click()
    await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  })

  test('are restored several at once, and two tabs know of each other', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith('Ada', 'Grace', 'Linus', 'Alan', 'Edsger')
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Delete submissions' }).click()
    await cell(page, 'Ada').waitFor({ state: 'detached' })
    // it stays while it is pointed at
    await page.getByText('5 submissions deleted.').hover()
    const bin = await visit(`/forms/${form.slug}/show/submissions/bin`)
    const other = await visit(`/forms/${form.slug}/show/submissions/bin`)
    await other.getByRole('button', { name: 'Restore Ada' }).waitFor()

    await bin.getByRole('button', { name: 'Delete Ada for good' }).click()
    await dialog(bin).getByRole('button', { name: 'Delete for good' }).click()
    await other.getByRole('button', { name: 'Restore Ada' }).waitFor({ state: 'detached' })

    for (const name of ['Grace', 'Linus']) await bin.getByRole('checkbox', { name: `Select ${name}` }).check()
    await bin.getByText('2 selected').waitFor()
    assert.deepEqual(await axeFindingsInBoth(bin), [])
    await bin.getByRole('button', { name: 'Restore 2 submissions' }).press('Enter')
    await bin.getByText('2 submissions are back.').waitFor()
    await other.getByRole('button', { name: 'Restore Grace' }).waitFor({ state: 'detached' })
    for (const name of ['Grace', 'Linus']) await cell(page, name).waitFor()

    // one of those that Undo is to bring back is there already
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 restored, 3 not: This is not in the bin any more').waitFor()
    for (const name of ['Alan', 'Edsger']) await cell(page, name).waitFor()
    await bin.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  })

  test('that cannot come back say why', async ({ browserContext, visit }) => {
    const form = await publishedForm([textBlock('mail01', 'Address', { unique: true })])
    const first = await submit(form, { mail01: 'ada@x.org' })
    await form.creator.visitor.delete(`/api/forms/${form.id}/submissions/${first.body.data.id}`)
    await submit(form, { mail01: 'ada@x.org' })
    await signIn(browserContext, form.creator)
    const page = await visit(`/forms/${form.slug}/show/submissions/bin`)
    await page.getByRole('button', { name: 'Restore ada@x.org' }).click()
    await page.getByText('what it answered to “Address” is taken by now').waitFor()
    await page.getByRole('button', { name: 'Restore ada@x.org' }).waitFor()
  })
})
