import { readFile } from 'node:fs/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { writeExports } from '#app/submissions/export_job'
import { within } from '#app/workspaces/within'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { restingPlace } from '#tests/browser/resting_place'
import { downTo } from '#tests/browser/shell/down_to'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries } from '#tests/functional/integrations/factories'
import { fill } from '#tests/functional/place'
import { submit } from '#tests/functional/respond/answering'
import { storeFile, storeSubmission } from '#tests/functional/submissions/storing'
import { unzip } from '#tests/functional/submissions/unzip'
import { type Creator, Visitor } from '#tests/functional/visitor'

/** A published form with so many submissions, "Person 1" the oldest. */
async function formWithMany(rows: number) {
  const made = await newForm(undefined, 'Many')
  const { creator, form } = made
  await publish(creator, form.id)
  await fill(
    creator.workspaceId,
    `insert into submissions
       (workspace_id, form_id, version, submission_key, content_hash, answers, search, received_at)
     select :workspace, :form, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'Person ' || n),
       'person ' || n, now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, :rows::int) n`,
    { workspace: creator.workspaceId, form: form.id, rows },
  )
  return made
}

async function idOf(creator: Creator, name: string): Promise<string> {
  return within(creator.workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `select id from submissions where answers->>'name01' = ?`,
      [name],
    )
    return rows[0].id
  })
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Submission' })
const answers = (page: Page) => panel(page).getByRole('region', { name: 'Answers' })

/** Goes to the next or the previous one by its key, once it is known which one that is. */
async function goesTo(page: Page, where: 'Next' | 'Previous', name: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `${where} submission` })
    .and(page.locator(':enabled'))
    .waitFor()
  await page.keyboard.press(where === 'Next' ? 'j' : 'k')
  await answers(page).getByText(name, { exact: true }).waitFor()
}

const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true })

test.group('One submission in the browser', (group) => {
  // counts are kept by what consumes the outbox
  group.setup(() => {
    const background = startDeliveries()
    return () => background.stop()
  })

  test('an answer is read in its own direction, and stands below its question', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'ما اسمك؟'),
      { id: 'note01', kind: 'textarea', v: 1, key: 'note', label: 'ملاحظات (1)', settings: {} },
    ])
    await publish(creator, form.id)
    const note = 'السطر الأول.\nSecond line.'
    const id = await storeSubmission(creator.workspaceId, form.id, { name01: 'Ada (1)', note01: note })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${id}`)
    const name = answers(page).getByText('Ada (1)', { exact: true })
    await name.waitFor()
    const styles = await page.evaluate<string[]>(
      `[...document.querySelectorAll('dd .fw-result')].map((one) => {
        const { direction, textAlign, unicodeBidi } = getComputedStyle(one)
        return [direction, textAlign.replace('-webkit-', ''), unicodeBidi].join(' ')
      })`,
    )
    assert.deepEqual(styles, ['ltr right plaintext', 'rtl right plaintext'])
  })

  test('by its link, however far down; from there to the next ones and back, by keyboard', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWithMany(600)
    await signIn(browserContext, creator)
    const page = await visit(
      `/forms/${form.slug}/show/submissions?submission=${await idOf(creator, 'Person 2')}`,
    )
    await answers(page).getByText('Person 2', { exact: true }).waitFor()
    await goesTo(page, 'Next', 'Person 1')
    await panel(page)
      .getByRole('button', { name: 'Next submission' })
      .and(page.locator(':disabled'))
      .waitFor()
    await goesTo(page, 'Previous', 'Person 2')
    await goesTo(page, 'Previous', 'Person 3')
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    assert.notInclude(page.url(), 'submission=')

    // from a row: what is opened is in sight, and closing leads back to its row
    await cell(page, 'Person 600').click()
    await answers(page).getByText('Person 600', { exact: true }).waitFor()
    for (let at = 599; at >= 570; at--) await goesTo(page, 'Next', `Person ${at}`)
    await cell(page, 'Person 570').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('row')
      .filter({ hasText: 'Person 570' })
      .getByRole('button')
      .and(page.locator(':focus'))
      .waitFor()
    // so does Back, as on a phone, where the submission covers the table
    await page.keyboard.press('Enter')
    await answers(page).getByText('Person 570', { exact: true }).waitFor()
    await goesTo(page, 'Next', 'Person 569')
    await page.goBack()
    await panel(page).waitFor({ state: 'detached' })
    await cell(page, 'Person 569').waitFor()
    await page.goForward()
    await answers(page).getByText('Person 569', { exact: true }).waitFor()
  })

  test('by a link from before the address of its form was changed', async ({ browserContext, visit }) => {
    const { creator, form } = await formWithMany(2)
    const call = (slug: string) => creator.visitor.put(`/api/forms/${form.id}/slug`, { slug })
    // as the path begins, too
    await call('form')
    const link = `/forms/form/show/submissions?submission=${await idOf(creator, 'Person 1')}`
    await call('form-of-another-name')
    await signIn(browserContext, creator)
    const page = await visit(link)
    await answers(page).getByText('Person 1', { exact: true }).waitFor()
    await page.waitForURL('**/forms/form-of-another-name/show/submissions?submission=*')
  })

  test('says that a text of a calculation was too long to have a value, and which files are lost', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWithMany(1)
    await fill(
      creator.workspaceId,
      `update submissions set meta = meta || '{"too_long":["name01"]}' where form_id = :form`,
      { form: form.id },
    )
    const submission = await idOf(creator, 'Person 1')
    for (const name of ['contract.pdf', 'photo.png', 'plan of the house.dwg', 'zoo.txt'])
      await fill(
        creator.workspaceId,
        `insert into files (workspace_id, form_id, block_id, upload_key, submission_id, status, storage_key, name, type,
                            size, sha256)
         values (:workspace, :form, 'photo1', :submission, :submission, 'claimed', gen_random_uuid(), :name, '', 1, '')`,
        { workspace: creator.workspaceId, form: form.id, submission, name },
      )
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions?submission=${submission}`)
    await panel(page)
      .getByText(/^“.+” has no value here: its text would have been too long\./)
      .waitFor()
    await panel(page)
      .getByText(/^“contract.pdf”, “photo.png”, .+, and 1 more are not where the server keeps its files\./)
      .waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
  })

  test('one deleted in another tab is gone, however far down, and nothing jumps; who has it open is told', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await formWithMany(700)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await cell(page, 'Person 700').waitFor()
    await downTo(page, 'Person 310')
    await page.getByRole('row').filter({ hasText: 'Person 310' }).getByRole('button').click()
    await answers(page).getByText('Person 310', { exact: true }).waitFor()
    const above = await restingPlace(cell(page, 'Person 312'))

    const gone = await idOf(creator, 'Person 311')
    assert.equal((await creator.visitor.delete(`/api/forms/${form.slug}/submissions/${gone}`)).status, 204)
    await cell(page, 'Person 311').waitFor({ state: 'detached' })
    assert.equal(await restingPlace(cell(page, 'Person 312')), above)
    await answers(page).getByText('Person 310', { exact: true }).waitFor()

    // what arrives waits, and moves nothing either
    await storeSubmission(creator.workspaceId, form.id, { name01: 'Late' })
    const other = await idOf(creator, 'Person 310')
    assert.equal((await creator.visitor.delete(`/api/forms/${form.slug}/submissions/${other}`)).status, 204)
    await answers(page).getByText('This submission was deleted.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: '1 new' }).waitFor()
    assert.equal(await restingPlace(cell(page, 'Person 312')), above)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 new' }).click()
    await cell(page, 'Late').waitFor()
  })

  test('two delete the same; to both it is deleted', async ({ browserContext, visit }) => {
    const { creator, form } = await formWithMany(3)
    await signIn(browserContext, creator)
    // this tab hears of nothing
    await browserContext.route('**/api/events?*', (route) => route.abort())
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await cell(page, 'Person 2').click()
    await answers(page).getByText('Person 2', { exact: true }).waitFor()
    await creator.visitor.delete(`/api/forms/${form.slug}/submissions/${await idOf(creator, 'Person 2')}`)
    await panel(page).getByRole('button', { name: 'Delete submission' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click()
    await page.getByText('Submission deleted.').waitFor()
    await answers(page).getByText('Person 1', { exact: true }).waitFor()
    await cell(page, 'Person 2').waitFor({ state: 'detached' })
  })

  test('a result is written like the numbers beside it', async ({ browserContext, visit }) => {
    const money = { prefix: '$', decimals: 2, grouping: true }
    const { creator, form } = await newForm([
      { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: money },
      {
        id: 'price1',
        kind: 'calculation',
        v: 1,
        key: 'price',
        label: 'Price',
        settings: { ...money, formula: '{#seats1} * 2', type: 'number' },
      },
    ])
    await publish(creator, form.id)
    await submit({ slug: form.slug, visitor: new Visitor() }, { seats: 1250 })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await cell(page, '$1,250.00').waitFor()
    await cell(page, '$2,500.00').click()
    await answers(page).getByText('$2,500.00', { exact: true }).waitFor()
  })

  test('a section that repeats is counted in the table and opened beside it, with the files of its items', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm([
      textBlock('firm01', 'Firm'),
      {
        ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
        settings: { title: 'People', repeating: true, min: 0, max: 1000, itemTitle: '{#name01}' },
      },
      { ...textBlock('name01', 'Name'), parent: 'people' },
      { id: 'file01', kind: 'file', v: 1, key: 'file', label: 'CV', settings: {}, parent: 'people' },
    ])
    await publish(creator, form.id)
    const { workspaceId } = creator
    const one = [{ id: 'item1', answers: { name01: 'Ada' } }]
    await storeSubmission(workspaceId, form.id, { firm01: 'Small', people: one })
    const id = await storeSubmission(workspaceId, form.id, {})
    const file = { name: 'cv 1.txt', size: 5, type: 'text/plain' }
    const fileId = await storeFile(workspaceId, form.id, id, 'bytes', file.name, file.type)
    const people = Array.from({ length: 1000 }, (_, index) => ({
      id: `item${index + 1}`,
      answers: { ...(index > 0 && { name01: `Person ${index}` }), file01: [{ id: fileId, ...file }] },
    }))
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery('update submissions set answers = ?::jsonb where workspace_id = ? and id = ?', [
        JSON.stringify({ firm01: 'Large', people }),
        workspaceId,
        id,
      ]),
    )
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await cell(page, '1 item').waitFor()
    await cell(page, '1,000 items').click()
    const items = panel(page).getByRole('list', { name: 'People' }).locator('> li')
    await items.nth(19).getByRole('heading', { name: 'Person 19' }).waitFor()
    assert.equal(await items.count(), 20, 'a thousand would take long to draw')
    await items.first().getByRole('heading', { name: 'People 1' }).waitFor()
    await items.first().getByText('No answer').waitFor()
    const loading = page.waitForEvent('download')
    await items.nth(1).getByRole('link', { name: file.name }).click()
    assert.equal(await readFile(await (await loading).path(), 'utf8'), 'bytes')
    assert.deepEqual(await axeFindingsInBoth(page), [])

    await panel(page).getByRole('button', { name: 'Show 100 more of 980' }).press('Enter')
    await items.nth(20).getByRole('heading').and(page.locator(':focus')).waitFor()
    assert.equal(await items.count(), 120)
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    assert.equal(await items.count(), 1000, 'what is printed is all of it')
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('j')
    await panel(page).getByRole('heading', { name: 'Ada' }).waitFor()
    assert.equal(await items.count(), 1)

    const exported = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export ZIP' }).click()
    const zip = await exported
    assert.match(zip.suggestedFilename(), /^A form \d{4}-\d{2}-\d{2}\.zip$/)
    const files = unzip(await readFile(await zip.path()))
    assert.lengthOf(files.get('A form - People.csv')?.trim().split('\r\n') ?? [], 1 + 1000 + 1)
  })

  test('its files are had, and it is printed alone, black on white', async ({ assert, browser, cleanup }) => {
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'file01', kind: 'file', v: 1, key: 'file', label: 'Programme', settings: {} },
    ])
    await publish(creator, form.id)
    const file = { name: 'pläne 1.txt', size: 5, type: 'text/plain' }
    const id = await storeSubmission(creator.workspaceId, form.id, { name01: 'Ada' })
    const fileId = await storeFile(creator.workspaceId, form.id, id, 'bytes', file.name, file.type)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('update submissions set answers = ?::jsonb where workspace_id = ? and id = ?', [
        JSON.stringify({ name01: 'Ada', file01: [{ id: fileId, ...file }] }),
        creator.workspaceId,
        id,
      ]),
    )
    const context = await browser.newContext({ baseURL: creator.visitor.baseUrl, colorScheme: 'dark' })
    cleanup(() => context.close())
    await signIn(context, creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/submissions?submission=${id}`)
    const loading = page.waitForEvent('download')
    await panel(page).getByRole('link', { name: file.name }).click()
    const download = await loading
    assert.equal(download.suggestedFilename(), file.name)
    assert.equal(await readFile(await download.path(), 'utf8'), 'bytes')

    await page.evaluate('window.print = () => { document.title = "printing" }')
    await panel(page).getByRole('button', { name: 'Print submission' }).click()
    assert.equal(await page.title(), 'printing')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await answers(page).getByText('Ada', { exact: true }).waitFor()
    assert.isTrue(await page.getByRole('table', { name: 'Submissions' }).isHidden())
    assert.isTrue(await page.getByRole('searchbox').isHidden())
    assert.isTrue(await panel(page).getByRole('button', { name: 'Print submission' }).isHidden())
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector("dd")).color'), 'rgb(0, 0, 0)')
    assert.equal((await panel(page).boundingBox())?.x, 0)
  })

  test('a large export asks for the password when it was given long ago, and then is written', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    await startJobs([writeExports])
    cleanup(() => stopJobs())
    const { creator, form } = await formWithMany(10_500)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery('insert into form_counts (workspace_id, form_id, submissions) values (?, ?, 10500)', [
        creator.workspaceId,
        form.id,
      ]),
    )
    const thirteenHoursAgo = new Date(Date.now() - 13 * 3600 * 1000)
    await db.from('sessions').where('user_id', creator.userId).update({ confirmed_at: thirteenHoursAgo })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByText('10,500 submissions').waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm your password' })
    await asked.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(creator.password)
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    const exports = page.getByRole('dialog', { name: 'Exports' })
    await exports.getByText('10,500 rows').waitFor()
    const loading = page.waitForEvent('download')
    await exports.getByRole('button', { name: 'Download' }).click()
    const lines = (await readFile(await (await loading).path(), 'utf8')).trim().split('\r\n')
    assert.lengthOf(lines, 10_501)
  })
})
