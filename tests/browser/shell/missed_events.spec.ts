import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page, Route } from 'playwright'
import { within } from '#app/workspaces/within'
import { eventually } from '#tests/browser/eventually'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { fill } from '#tests/functional/place'
import { type Creator, Visitor } from '#tests/functional/visitor'

/** A published form with so many submissions, "Person 1" the oldest. */
async function formWith(rows: number) {
  const made = await newForm(undefined, 'Many')
  await publish(made.creator, made.form.id)
  await add(made.creator, made.form.id, 'Person', rows, `now() - interval '1 day' + n * interval '1 second'`)
  return made
}

/** Stores submissions as another process does whose word never comes through. */
async function add(creator: Creator, formId: string, name: string, rows: number, at: string): Promise<void> {
  await fill(
    creator.workspaceId,
    `insert into submissions
       (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
     select :workspace, :form, 1, gen_random_uuid(), '', jsonb_build_object('name01', :name || ' ' || n),
       lower(:name || ' ' || n), ${at}
     from generate_series(1, :rows::int) n`,
    { workspace: creator.workspaceId, form: formId, name, rows },
  )
}

/** Deletes them the same way. */
async function removeSilently(creator: Creator, ...names: string[]): Promise<void> {
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery(`delete from submissions where answers ->> 'name01' = any (?)`, [names]),
  )
}

async function answer(slug: string, name01: string): Promise<void> {
  const body = { submission_key: randomUUID(), answers: { name01 } }
  const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, body)
  if (sent.status !== 201) throw new Error(`answer: ${sent.status} ${sent.text}`)
}

/** How high a row is. */
const ROW = 36
const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Submission' })
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Answers' })

/** Goes to the row that is to be at this place, which pages that are not loaded yet put off, and waits for it. */
async function goTo(page: Page, name: string, place: number): Promise<void> {
  await eventually(async () => {
    await page.evaluate(`document.querySelector('[role=table]').scrollTop = ${(place - 5) * ROW}`)
    if (!(await cell(page, name).isVisible())) throw new Error(`${name} is not at ${place}`)
  })
}

/** The server says nothing for so long that the browser takes its stream for lost, and opens another one. */
async function loseTheStream(page: Page): Promise<void> {
  const again = page.waitForRequest('**/api/events?*')
  await page.clock.fastForward(51_000)
  await again
}

/** Marks the page when it was told of a submission. */
const HEED = `new BroadcastChannel('formwright-events').onmessage = ({ data }) => {
  if (data.say === 'told' && data.event.name === 'submissions') document.documentElement.dataset.told = ''
}`

test.group('What nobody told the table', () => {
  test('after the stream was lost all rows that are loaded are right, however far down; what is new waits', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await formWith(700)
    await signIn(browserContext, creator)
    const page = await browserContext.newPage()
    await page.clock.install()
    const stream = page.waitForResponse('**/api/events?*')
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await Promise.all([stream, cell(page, 'Person 700').waitFor()])
    await goTo(page, 'Person 150', 550)
    await page.getByRole('row').filter({ hasText: 'Person 150' }).getByRole('button').click()
    await answers(page).getByText('Person 150', { exact: true }).waitFor()

    await removeSilently(creator, 'Person 152', 'Person 150')
    await add(creator, form.id, 'Late', 1, `now() - interval '1 day' + 151.5 * interval '1 second'`)
    await add(creator, form.id, 'New', 250, `now() - interval '1 hour' + n * interval '1 second'`)
    await loseTheStream(page)
    await cell(page, 'Person 152').waitFor({ state: 'detached' })
    await answers(page).getByText('This submission was deleted.').waitFor()
    await cell(page, 'Person 153').waitFor()

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '251 new' }).click()
    await cell(page, 'New 250').waitFor()
    await goTo(page, 'Late 1', 250 + 548)
    for (const name of ['Person 153', 'Person 151', 'Person 149']) await cell(page, name).waitFor()
    assert.equal(await cell(page, 'Person 150').count(), 0)
    // and from there on everything comes once
    await goTo(page, 'Person 1', 250 + 698)
    assert.equal(await cell(page, 'Person 2').count(), 1)
  })

  test('rows that moved up into the newest are there once', async ({ assert, browserContext }) => {
    const { creator, form } = await formWith(400)
    await signIn(browserContext, creator)
    const page = await browserContext.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await cell(page, 'Person 400').waitFor()
    await removeSilently(creator, 'Person 399', 'Person 398')
    await answer(form.slug, 'Newest')
    await cell(page, 'Newest').waitFor()
    await cell(page, 'Person 399').waitFor({ state: 'detached' })
    await goTo(page, 'Person 200', 199)
    await cell(page, 'Person 197').waitFor()
    for (let at = 197; at <= 203; at++) assert.equal(await cell(page, `Person ${at}`).count(), 1, String(at))
  })

  test('what arrives while the table is narrowed stands in it when it is whole again', async ({
    browserContext,
  }) => {
    const { creator, form } = await formWith(3)
    await signIn(browserContext, creator)
    const page = await browserContext.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await cell(page, 'Person 1').waitFor()
    await page.getByRole('searchbox').fill('Person 2')
    await cell(page, 'Person 1').waitFor({ state: 'detached' })
    await Promise.all([page.waitForResponse('**/submissions?*'), answer(form.slug, 'Zelda')])
    await page.getByRole('searchbox').fill('')
    await cell(page, 'Zelda').waitFor()
  })

  test('a view that takes its time comes, however much arrives meanwhile', async ({ browserContext }) => {
    const { creator, form } = await formWith(3)
    await signIn(browserContext, creator)
    const page = await browserContext.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await cell(page, 'Person 1').waitFor()
    let open = false
    const first = new Promise<Route>((resolve) => {
      void page.route('**/submissions?*search=*', (route) => (open ? route.continue() : resolve(route)))
    })
    await page.getByRole('searchbox').fill('Person 2')
    const held = await first
    await page.evaluate(HEED)
    await answer(form.slug, 'Zelda')
    await page.locator('html[data-told]').waitFor({ state: 'attached' })
    open = true
    await held.continue()
    await cell(page, 'Person 1').waitFor({ state: 'detached' })
    await cell(page, 'Person 2').waitFor()
  })
})
