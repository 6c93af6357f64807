import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { eventually } from '#tests/browser/eventually'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { Visitor } from '#tests/functional/visitor'

async function answer(slug: string, name01: string): Promise<void> {
  const body = { submission_key: randomUUID(), answers: { name01 } }
  const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, body)
  if (sent.status !== 201) throw new Error(`answer: ${sent.status} ${sent.text}`)
}

/** A tab that shows the submissions of a form, and which streams it has asked for. */
async function tabOf(context: BrowserContext, slug: string): Promise<{ page: Page; streams: string[] }> {
  const page = await context.newPage()
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/events')) streams.push(request.url())
  })
  await page.goto(`/forms/${slug}/show/submissions`)
  return { page, streams }
}

const row = (page: Page, name: string) => page.getByRole('cell', { name, exact: true }).waitFor()

test.group('Live, in the browser', () => {
  test('all tabs share one stream; when its tab is closed another one takes over', async ({
    assert,
    browserContext,
  }) => {
    const { creator, form } = await newForm(undefined, 'First')
    const second = await newForm(undefined, 'Second', creator)
    for (const { id, slug } of [form, second.form]) {
      await publish(creator, id)
      await answer(slug, 'Ada')
    }
    await signIn(browserContext, creator)
    const leader = await tabOf(browserContext, form.slug)
    await row(leader.page, 'Ada')
    await Promise.all([answer(form.slug, 'Grace'), row(leader.page, 'Grace')])
    const same = await tabOf(browserContext, form.slug)
    const other = await tabOf(browserContext, second.form.slug)
    await Promise.all([row(same.page, 'Grace'), row(other.page, 'Ada')])
    await answer(form.slug, 'Linus')
    await answer(second.form.slug, 'Margaret')
    await Promise.all([row(leader.page, 'Linus'), row(same.page, 'Linus'), row(other.page, 'Margaret')])
    assert.deepEqual([same.streams, other.streams], [[], []])
    await eventually(async () => {
      assert.include(leader.streams.at(-1), form.id)
      assert.include(leader.streams.at(-1), second.form.id)
    })

    await leader.page.close()
    await answer(form.slug, 'Barbara')
    await answer(second.form.slug, 'Hedy')
    await Promise.all([row(same.page, 'Barbara'), row(other.page, 'Hedy')])
    const leading = [same, other].filter(({ streams }) => streams.length > 0)
    assert.lengthOf(leading, 1)
  })

  test('without a stream the table asks by itself', async ({ browserContext }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await answer(form.slug, 'Ada')
    await signIn(browserContext, creator)
    await browserContext.route('**/api/events?*', (route) => route.abort())
    const page = await browserContext.newPage()
    await page.clock.install()
    // with the stream it asks for begins the time after which it asks by itself
    const asked = page.waitForRequest('**/api/events?*')
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await Promise.all([asked, row(page, 'Ada')])
    await answer(form.slug, 'Grace')
    await page.clock.fastForward(16_000)
    await row(page, 'Grace')
  })

  test('a stream that is kept back on its way does not keep the table from asking', async ({
    browserContext,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await answer(form.slug, 'Ada')
    await signIn(browserContext, creator)
    // never answered, as by a proxy that collects what it passes on
    await browserContext.route('**/api/events?*', () => {})
    const page = await browserContext.newPage()
    await page.clock.install()
    // with the stream it asks for begins the time after which it asks by itself
    const asked = page.waitForRequest('**/api/events?*')
    await page.goto(`/forms/${form.slug}/show/submissions`)
    await Promise.all([asked, row(page, 'Ada')])
    await answer(form.slug, 'Grace')
    await page.clock.fastForward(16_000)
    await row(page, 'Grace')
  })

  test('every page of a form says at once that it was deleted elsewhere, also beside a tab of another form', async ({
    browserContext,
  }) => {
    const { creator, form } = await newForm(undefined, 'First')
    const second = await newForm(undefined, 'Second', creator)
    await signIn(browserContext, creator)
    const open = async (path: string, heading: string) => {
      const page = await browserContext.newPage()
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      return page
    }
    const first = `/forms/${form.slug}`
    const share = await open(`${first}/show/share`, 'Share')
    const others = [
      await open(`${first}/show/integrations`, 'Integrations'),
      await open(`${first}/show/submissions/summary`, 'Summary'),
    ]
    const neighbour = await open(`/forms/${second.form.slug}/show/share`, 'Share')
    const pages = [share, ...others]
    const gone = (page: Page) => page.getByRole('heading', { name: 'This form is gone' }).waitFor()

    await creator.visitor.delete(`/api/forms/${form.id}`)
    await Promise.all(pages.map(gone))
    await creator.visitor.post(`/api/workspaces/${creator.workspaceId}/bin/${form.id}/restoration`, {})
    for (const page of pages) await page.getByRole('button', { name: 'Try again' }).click()
    await share.getByRole('heading', { name: 'Share', exact: true }).waitFor()
    await creator.visitor.delete(`/api/forms/${form.id}`)
    await Promise.all(pages.map(gone))

    await publish(creator, second.form.id)
    await neighbour.getByText('Anyone who has it can answer.').waitFor()
  })
})
