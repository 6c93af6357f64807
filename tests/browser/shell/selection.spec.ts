import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries } from '#tests/functional/integrations/factories'
import { fill, setRole } from '#tests/functional/place'
import { storeSubmission } from '#tests/functional/submissions/storing'
import { newCreator } from '#tests/functional/visitor'

/** A form with so many submissions, of a second each: every other one says “even”, the last one of all is the newest. */
async function formWith(count: number) {
  const made = await newForm([textBlock('name01', 'Name')], 'Numbers')
  const { creator, form } = made
  await publish(creator, form.id)
  await fill(
    creator.workspaceId,
    `with new as (
       insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
       select f.workspace_id, f.id, 1, gen_random_uuid(), '', jsonb_build_object('name01', said), said,
              '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s'
       from forms f, generate_series(1, ?::int) n, lateral (select case n % 2 when 0 then 'even ' else 'odd ' end || n as said) s
       where f.id = ? returning id
     )
     insert into outbox (workspace_id, form_id, event, submission_id) select ?, ?, 'submission.created', id from new`,
    [count, form.id, creator.workspaceId, form.id],
  )
  return made
}

const dialog = (page: Page) => page.getByRole('dialog')
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all loaded submissions' })

/** Ticks all that are loaded, and then all that match; again while rows that were deleted are still coming back. */
async function selectAllMatching(page: Page, count: string): Promise<void> {
  const offer = page.getByRole('button', { name: `Select all ${count} matching` })
  await eventually(async () => {
    await all(page).check()
    await offer.click({ timeout: 1_000 })
  })
}

/** Asks to delete what is selected, and says yes. */
async function deleteSelected(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: question }).waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Delete submissions?$/ })
    .press('Enter')
}

test.group('A selection of submissions', (group) => {
  // counts are kept by what consumes the outbox
  group.setup(() => {
    const background = startDeliveries()
    return () => background.stop()
  })

  test('who may only look reads them, and is offered neither boxes nor anything else to change', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith(3)
    const guest = await newCreator('Viewer')
    await setRole(creator.workspaceId, guest.userId, 'viewer')
    await signIn(browserContext, guest)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.locator('[data-index="0"] button').click()
    await page
      .getByRole('complementary', { name: 'Submission' })
      .getByRole('heading', { name: 'odd 3' })
      .waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    for (const name of ['Edit answers', 'Delete submission'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    await page.getByRole('link', { name: 'Share' }).click()
    await page.getByRole('heading', { name: 'When it is shared' }).waitFor()
    assert.equal(await page.getByText('then publish').count(), 0)
  })

  test('of many that are deleted it is said how many are; without a connection the others stay selected', async ({
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith(150)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    let requests = 0
    let cut = () => {}
    const held = new Promise<void>((resolve) => (cut = resolve))
    await page.route('**/deletions', async (route) => {
      requests += 1
      if (requests !== 2) return route.continue()
      await held
      await route.abort('internetdisconnected')
    })
    await all(page).check()
    await deleteSelected(page, 'Delete 150 submissions?')
    await dialog(page).getByText('100 of 150 deleted').waitFor()
    cut()
    await page.getByText('100 submissions deleted.').waitFor()
    await page.getByText('No connection. The others were not deleted').waitFor()
    await page.getByText('50 selected').waitFor()
    await deleteSelected(page, 'Delete 50 submissions?')
    await page.getByText('50 submissions deleted.').waitFor()
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
  })

  test('is of all that match, and leaves what comes later', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await formWith(1_220)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('searchbox').fill('even')
    await page.getByText(/found$/).waitFor()
    await page.getByRole('cell', { name: 'even 1220' }).waitFor()
    await all(page).check()
    await page.getByText('200 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 610 matching' }).press('Enter')
    await page.getByText('All 610 matching selected').waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await storeSubmission(creator.workspaceId, form.id, { name01: 'even late' })
    await deleteSelected(page, 'Delete all 610 matching submissions?')
    await page.getByText('610 submissions deleted.').waitFor()
    await page.getByRole('cell', { name: 'even 1220' }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'even late' }).waitFor()
    await page.getByText('1 found').waitFor()

    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('The submissions are back.').waitFor()
    await page.getByRole('cell', { name: 'even 1220' }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByText('1,220 submissions').waitFor()

    // one that is taken out of all leaves the loaded ones
    await selectAllMatching(page, '1,220')
    await page.getByRole('row').nth(1).getByRole('checkbox').uncheck()
    await page.getByText(/^\d+ selected$/).waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByText('selected').waitFor({ state: 'detached' })

    // the dialog stays when all that is loaded is gone; what is left of those that it was stopped at stays selected
    const held = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/deletions/matching', async (route) => {
      requests += 1
      if (requests === 2) await held.promise
      await route.continue()
    })
    await selectAllMatching(page, '1,220')
    await deleteSelected(page, 'Delete all 1,220 matching submissions?')
    await dialog(page).getByText('500 of 1,220 deleted').waitFor()
    await page.getByRole('cell', { name: 'odd 719' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    held.resolve()
    await page.getByText('Stopped. 1,000 submissions deleted, 220 are still here.').waitFor()
    await page.getByText('All 220 matching selected').waitFor()
    await deleteSelected(page, 'Delete all 220 matching submissions?')
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
  })

  test('loses what somebody else deletes, and says what they were faster with', async ({
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWith(6)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    const other = await visit(`/forms/${form.slug}/show/submissions`)
    for (const tab of [page, other]) await tab.getByRole('cell', { name: 'even 6' }).waitFor()
    await all(page).check()
    await page.getByText('6 selected').waitFor()
    const tick = (tab: Page, row: number) => tab.getByRole('row').nth(row).getByRole('checkbox').check()
    await tick(other, 1)
    await deleteSelected(other, 'Delete 1 submission?')
    await page.getByText('5 selected').waitFor()

    // one that nobody told this tab of
    const deaf = await visit(`/forms/${form.slug}/show/submissions`)
    await deaf.getByRole('cell', { name: 'odd 5' }).waitFor()
    await fill(
      creator.workspaceId,
      `with gone as (delete from submissions where answers @> '{"name01": "odd 5"}' returning *)
       insert into deleted_submissions select gone.*, now(), null from gone`,
      [],
    )
    await tick(deaf, 1)
    await tick(deaf, 2)
    await deleteSelected(deaf, 'Delete 2 submissions?')
    await deaf.getByText('1 submission deleted. Somebody else had deleted 1 before.').waitFor()
    await deaf.getByRole('cell', { name: 'odd 5' }).waitFor({ state: 'detached' })
    await page.getByText('3 selected').waitFor()
  })
})
