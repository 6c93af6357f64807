import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import type { Download, Page } from 'playwright'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import { writeExports } from '#app/submissions/export_job'
import { axeFindings } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import type { Creator } from '#tests/functional/visitor'
import { fill } from '#tests/functional/place'

/** A form with this many submissions, as its counts say too. */
async function largeForm(rows: number) {
  const made = await newForm(undefined, 'Large')
  const { creator, form } = made
  await publish(creator, form.id)
  await inWorkspace(
    creator,
    `insert into submissions (workspace_id, form_id, version, submission_key, content_hash, answers, search)
     select :workspace, :form, 1, gen_random_uuid(), '', jsonb_build_object('name01', 'n' || n), 'name n' || n
     from generate_series(1, :rows::int) n`,
    { form: form.id, rows },
  )
  await inWorkspace(
    creator,
    'insert into form_counts (workspace_id, form_id, submissions) values (:workspace, :form, :rows)',
    { form: form.id, rows },
  )
  return made
}

async function inWorkspace(creator: Creator, sql: string, values: Record<string, string | number>) {
  await fill(creator.workspaceId, sql, { ...values, workspace: creator.workspaceId })
}

async function namesIn(download: Download): Promise<string[]> {
  const [, ...rows]: string[][] = parse(await readFile(await download.path()), { bom: true })
  return rows.map(([, name]) => name)
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Exports' })

test.group('Exports in the browser', (group) => {
  let open = () => {}

  // what the queue holds is worked on when a test says so
  group.each.setup(async () => {
    const opened = new Promise<void>((resolve) => (open = resolve))
    await startJobs([
      {
        ...writeExports,
        run: async (ids, signal) => {
          await opened
          await writeExports.run(ids, signal)
        },
      },
    ])
    return () => {
      open()
      return stopJobs()
    }
  })

  test('above 10,000 rows a file is written: how far it is survives a reload, then it can be had', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await largeForm(12_000)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByText('12,000 submissions').waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).getByText('Waiting to start.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    // once is enough
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await dialogOf(page).waitFor()
    assert.equal(await dialogOf(page).getByRole('listitem').count(), 1)

    await inWorkspace(creator, `update exports set status = 'running', rows = 3000`, {})
    await dialogOf(page).getByText('3,000 of about 12,000 rows written').waitFor()
    assert.equal(await dialogOf(page).getByRole('progressbar').getAttribute('value'), '3000')
    await page.reload()
    await page.getByRole('button', { name: 'Exports, under way: 25%' }).waitFor()
    await inWorkspace(creator, `update exports set status = 'waiting', rows = 0`, {})
    open()
    const ready = page.getByText('Your export is ready.')
    await ready.waitFor()

    await page.getByRole('button', { name: 'Exports', exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).getByText('12,000 rows').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const loading = page.waitForEvent('download')
    await dialogOf(page).getByRole('button', { name: 'Download' }).click()
    const names = await namesIn(await loading)
    assert.lengthOf(names, 12_000)
    assert.equal(new Set(names).size, 12_000)
    await dialogOf(page).getByRole('button', { name: 'Remove' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Exports' }).count(), 0)
  })

  test('what failed says why and can be tried again, what is gone can be had again, what is not wanted ends', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await largeForm(12_000)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await dialogOf(page).getByText('Waiting to start.').waitFor()
    const reason = 'The file could not be written.'
    await inWorkspace(creator, `update exports set status = 'failed', reason = :reason`, { reason })
    await dialogOf(page).getByText(`Failed. ${reason}`).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await dialogOf(page).getByText('Waiting to start.').waitFor()
    await dialogOf(page).getByText('Failed.').waitFor({ state: 'detached' })
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    open()

    await page.getByRole('button', { name: 'Export CSV' }).click()
    await dialogOf(page).getByRole('button', { name: 'Download' }).waitFor()
    await inWorkspace(creator, 'update exports set expires_at = now()', {})
    await page.reload()
    await page.getByRole('button', { name: 'Exports', exact: true }).click()
    await dialogOf(page).getByText('has expired').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Export again' }).click()
    await dialogOf(page).getByRole('button', { name: 'Download' }).waitFor()
  })

  test('a try that is refused says why and keeps what failed, to be tried again', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await largeForm(12_000)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await dialogOf(page).getByText('Waiting to start.').waitFor()
    const reason = 'The file could not be written.'
    await inWorkspace(creator, `update exports set status = 'failed', reason = :reason`, { reason })
    await dialogOf(page).getByText(`Failed. ${reason}`).waitFor()
    const message = 'The server is too busy.'
    await page.route('**/exports', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { code: 'E_BUSY', message } })
        : route.continue(),
    )
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByText(message).waitFor()
    await dialogOf(page).getByText(`Failed. ${reason}`).waitFor()
    assert.equal(await dialogOf(page).getByRole('listitem').count(), 1)
    await page.unroute('**/exports')
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await dialogOf(page).getByText('Waiting to start.').waitFor()
    await dialogOf(page).getByText('Failed.').waitFor({ state: 'detached' })
    open()
    await dialogOf(page).getByRole('button', { name: 'Download' }).waitFor()
    assert.equal(await dialogOf(page).getByRole('listitem').count(), 1)
  })

  test('a narrowed view is exported as it is shown: at once when it is small, by itself when it turned out so', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await largeForm(12_000)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/submissions`)
    open()
    const search = page.getByLabel('Search all answers')
    await search.fill('n1199')
    await page.getByText('11 found').waitFor()
    const small = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const wanted = Array.from({ length: 12_000 }, (_, at) => `n${at + 1}`)
    const holding = (part: string) => wanted.filter((name) => name.includes(part)).sort()
    assert.deepEqual((await namesIn(await small)).sort(), holding('n1199'))

    await search.fill('n11')
    await page.getByText('200+ found').waitFor()
    const larger = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await dialogOf(page).getByText('Submissions with “n11”').waitFor()
    assert.deepEqual((await namesIn(await larger)).sort(), holding('n11'))
  })
})
