import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { stateChanged } from '#app/forms/publications'
import { axeFindings } from '#tests/browser/axe'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { textBlock } from '#tests/functional/forms/factories'
import { publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const SAID = 'This question is not working. You can continue without an answer.'

const BLOCKS = [
  textBlock('name01', 'Your name', { required: true }),
  pageBreak('second'),
  block('rating', 'stars1', 'Stars for {#name01}', { required: true }),
  pageBreak('third1'),
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'people' },
    settings: { title: 'Guest', repeating: true, min: 1, max: 3, addLabel: 'Add a guest' },
  },
  { ...textBlock('guest1', 'Their name'), parent: 'people' },
  block('rating', 'stars2', 'Their stars', { required: true, parent: 'people' }),
  block('rating', 'stars3', 'More stars'),
  block('rating', 'stars4', 'Hidden stars', { required: true, state: 'hidden' }),
]

/** A form whose ratings are of a kind that is gone: a version as it is after the plugin was removed. */
async function formWithGoneKind() {
  const form = await publishedForm(BLOCKS)
  const owner = db.connection('owner')
  await owner.rawQuery(
    `insert into form_versions (workspace_id, form_id, number, document, sha256, created_by)
     select workspace_id, form_id, 2, replace(document::text, '"rating"', '"comet"')::jsonb, sha256, created_by
     from form_versions where form_id = ?`,
    [form.id],
  )
  await owner.rawQuery('update forms set published_version = 2 where id = ?', [form.id])
  stateChanged(form.id)
  return form
}

test.group('Required questions of a kind that is gone', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`are told where they stood, gone on without, and noted: ${javaScriptEnabled ? 'live' : 'without a script'}`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const { slug, creator } = await formWithGoneKind()
      const context = await browser.newContext({ baseURL: creator.visitor.baseUrl, javaScriptEnabled })
      cleanup(() => context.close())
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.goto(`/forms/${slug}`)
      if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByLabel('Your name').fill('Ada')
      await page.getByRole('button', { name: 'Next' }).click()
      // a page of its own is come to all the same
      await page.getByText('Stars for Ada').waitFor()
      await page.getByText(SAID).waitFor()
      if (javaScriptEnabled) assert.deepEqual(await axeFindings(page), [])
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('Their stars').waitFor()
      await page.getByRole('button', { name: 'Add a guest' }).click()
      await page.getByText('Their stars').nth(1).waitFor()
      assert.equal(await page.getByText(SAID).count(), 2)
      // what need not be answered, or is hidden, is no more to say
      assert.equal(await page.getByText(/More stars|Hidden stars/).count(), 0)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      assert.deepEqual(errors, [])
      const [row] = await inWorkspace<{ excused: string[]; items: string[] }>(
        creator.workspaceId,
        `select meta -> 'excused' as excused, jsonb_path_query_array(answers, '$.people[*].id') as items from submissions`,
      )
      assert.deepEqual(row?.excused, ['stars1', ...(row?.items ?? []).map((item) => `people.${item}.stars2`)])
      assert.lengthOf(row?.items ?? [], 2)
    })
  }
})
