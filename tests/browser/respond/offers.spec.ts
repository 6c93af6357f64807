import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

const stored = async ({ creator }: PublishedForm) =>
  (await inWorkspace<{ answers: unknown }>(creator.workspaceId, 'select answers from submissions')).map(
    ({ answers }) => answers,
  )

const country = block('select', 'land01', 'Country', {
  settings: { options: ['Austria', 'Spain', 'Malta'].map((label) => ({ id: label.toLowerCase(), label })) },
})
const town = (settings: object = {}, more: object = {}) =>
  block('select', 'town01', 'Town', {
    settings: {
      appearance: 'dropdown',
      parent: '{#land01}',
      options: [
        { id: 'graz', label: 'Graz', parents: ['austria'] },
        { id: 'linz', label: 'Linz', parents: ['austria'] },
        { id: 'cadiz', label: 'Cádiz', parents: ['spain'] },
      ],
      ...settings,
    },
    ...more,
  })
const offered = (page: Page) => page.getByLabel('Town').locator('option').allTextContents()
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()

test.group('Options that depend on another answer', () => {
  test('come with it, and what is not offered any more is neither shown nor sent', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([country, town({}, { required: true })])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    assert.isFalse(await page.getByLabel('Town').isVisible())
    await page.getByLabel('Austria').check()
    assert.deepEqual(await offered(page), ['Choose…', 'Graz', 'Linz'])
    await page.getByLabel('Town').selectOption('Linz')
    await page.getByLabel('Spain').check()
    assert.deepEqual(await offered(page), ['Choose…', 'Cádiz'])
    assert.equal(await page.getByLabel('Town').inputValue(), '')
    await send(page)
    await page.locator('#summary').getByRole('link', { name: 'Town' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    // back where it was: what was chosen is there again
    await page.getByLabel('Austria').check()
    assert.equal(await page.getByLabel('Town').inputValue(), 'linz')
    await page.getByLabel('Malta').check()
    await page.getByLabel('Town').waitFor({ state: 'hidden' })
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ land01: 'malta' }])
  })

  test('without JavaScript the page is shown again as often as they change', async ({ assert, browser }) => {
    const form = await publishedForm([country, town()])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    assert.equal(await page.getByLabel('Town').count(), 0)
    await page.getByLabel('Austria').check()
    await send(page)
    await page.getByText('Your answers brought up another question. Answer it too.').waitFor()
    assert.deepEqual(await offered(page), ['Choose…', 'Graz', 'Linz'])
    await page.getByLabel('Town').selectOption('Graz')
    await page.getByLabel('Spain').check()
    await send(page)
    await page.getByText('Your answers brought up another question. Answer it too.').waitFor()
    assert.deepEqual(await offered(page), ['Choose…', 'Cádiz'])
    await page.getByLabel('Town').selectOption('Cádiz')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ land01: 'spain', town01: 'cadiz' }])
    await context.close()
  })
})
