import { test } from '@japa/runner'
import type { BrowserContext } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { textBlock } from '#tests/functional/forms/factories'
import { changeSettings, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

test.group('What decides whether a form is open', (group) => {
  let context: BrowserContext
  group.each.teardown(() => context.close())

  test('a password that is new is asked for in the page: the answers stay and are sent with it', async ({
    assert,
    browser,
  }) => {
    context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    const form = await publishedForm([textBlock('name01', 'Name'), textBlock('town01', 'Town')])
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Name').fill('Ada')
    await changeSettings(form.creator, form.id, { password: 'open sesame' })
    await page.getByRole('button', { name: 'Send' }).click()
    const asked = page.getByLabel('Password')
    await asked.and(page.locator(':focus')).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada')
    await page.keyboard.type('open barley')
    await page.keyboard.press('Enter')
    await page.getByText('That password is not right').waitFor()
    await page.getByLabel('Town').fill('London')
    await asked.fill('open sesame')
    await page.getByRole('button', { name: 'Open form' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const stored = await inWorkspace(form.creator.workspaceId, 'select answers from submissions')
    assert.deepEqual(stored, [{ answers: { name01: 'Ada', town01: 'London' } }])
  })

  test("opening times are told in the visitor's own zone, and in a named one without JavaScript", async ({
    browser,
  }) => {
    const early = await publishedForm(undefined, { access: { opensAt: '2999-01-01T00:00:00.000Z' } })
    const over = await publishedForm(undefined, { access: { closesAt: '2020-01-01T00:00:00.000Z' } })
    const zone = { baseURL, timezoneId: 'Asia/Kolkata' }
    const seen: [options: object, opens: RegExp, closed: RegExp][] = [
      [zone, /January 1, 2999.* 5:30\sAM India Standard Time/, /January 1, 2020.* 5:30\sAM India Standard/],
      [
        { ...zone, javaScriptEnabled: false },
        /January 1, 2999.* 12:00\sAM UTC/,
        /January 1, 2020.* 12:00\sAM UTC/,
      ],
    ]
    for (const [options, opens, closed] of seen) {
      context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(`/forms/${early.slug}`)
      await page.getByText(opens).waitFor()
      await page.goto(`/forms/${over.slug}`)
      await page.getByText(closed).waitFor()
      await context.close()
    }
  })
})
