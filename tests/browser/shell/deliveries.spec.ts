import http from 'node:http'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { within } from '#app/workspaces/within'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { addIntegration, addWebhook, startDeliveries, submit } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'

/** A published form whose submissions go to a receiver of this test. */
async function hookedForm(
  cleanup: (work: () => Promise<void>) => void,
  settings: Parameters<typeof startDeliveries>[0] = {},
) {
  const receiver = await Receiver.open()
  cleanup(() => receiver.close())
  const background = startDeliveries(settings)
  cleanup(() => background.stop())
  const { creator, form } = await newForm()
  await publish(creator, form.id)
  const webhook = await addWebhook(creator, form, receiver.url, { name: 'Warehouse' })
  return { receiver, creator, form, webhook, path: `/forms/${form.slug}/show/integrations` }
}

const states = (page: Page) => page.getByRole('row').locator('td:nth-child(2)').allTextContents()
const failing = (page: Page) => page.getByRole('alert').filter({ hasText: 'has failed since' })
const paused = (page: Page) => page.getByRole('alert').filter({ hasText: 'Paused' })

/** Whether all words of the states are there to read. */
const WHOLE = `[...document.querySelectorAll('td .mantine-Badge-label')].every((label) => label.scrollWidth <= label.clientWidth)`

test.group('Deliveries in the browser', () => {
  test('what had no answer says so at the form, and is sent again after a question', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    let taken = 0
    const service = http.createServer((request) => {
      taken++
      request.socket.destroy()
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    cleanup(() => void service.close())
    const { creator, form, path } = await hookedForm(cleanup)
    const address = `http://127.0.0.1:${Object(service.address()).port}/services/T1/B1/x`
    const settings = { way: 'webhook', address }
    await addIntegration(creator, form, 'slack', settings, { name: 'Team' })
    await signIn(browserContext, creator)
    const page = await visit(path)
    await submit(creator, form, { name01: 'Ada' })
    await page.getByText('1 without an answer', { exact: true }).waitFor()
    await page.getByText('1 without an answer in the last 24 hours').waitFor()
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByLabel('Show deliveries that are').getByText('Sent, no answer').click()
    await page.getByRole('button', { name: 'Send 1 without an answer again' }).waitFor()
    assert.isTrue(await page.evaluate(WHOLE))
    await page.evaluate('scrollTo(0, 0)')
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('row').getByRole('button', { name: 'New submission' }).click()
    const delivery = page.getByRole('dialog', { name: 'Delivery' })
    await delivery.getByText('It may have arrived: look there before you send it again.').first().waitFor()
    await delivery.getByRole('button', { name: 'Send again' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Send it again?' })
    await question.getByText('could then be there twice').waitFor()
    assert.equal(taken, 1)
    await question.getByRole('button', { name: 'Send again' }).click()
    await delivery.getByRole('heading', { name: 'Attempt 2' }).waitFor()
    assert.equal(taken, 2)
  })

  test('410 stops them with a notice, seen without a reload; resumed by keyboard, all that failed is replayed', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const { receiver, creator, form, webhook, path } = await hookedForm(cleanup)
    await signIn(browserContext, creator)
    const page = await visit(path)
    await page.getByRole('link', { name: 'Warehouse' }).waitFor()
    receiver.answer(() => ({ status: 410 }))
    await submit(creator, form, { name01: 'Ada' })
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByText('1 failed', { exact: true }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    // what comes meanwhile is kept, and not sent
    await submit(creator, form, { name01: 'Grace' })
    await page.getByText('2 failed', { exact: true }).waitFor()
    assert.lengthOf(receiver.arrivals, 1)

    await page.getByRole('link', { name: 'Warehouse' }).click()
    await paused(page).getByText('The receiver answered 410: it wants no more deliveries.').waitFor()
    await page.getByRole('cell', { name: 'The integration was paused.' }).waitFor()
    assert.deepEqual(await states(page), ['Failed', 'Failed'])
    assert.deepEqual(await axeFindings(page), [])

    receiver.answer(() => ({ status: 204 }))
    await paused(page).getByRole('button', { name: 'Resume' }).focus()
    await page.keyboard.press('Enter')
    await paused(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send all 2 failed again' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Sending again.').waitFor()
    await receiver.arrived(3)
    await page.getByRole('cell', { name: 'Delivered' }).nth(1).waitFor()
    await page.getByRole('button', { name: / failed again$/ }).waitFor({ state: 'detached' })
    assert.deepEqual(await states(page), ['Delivered', 'Delivered'])
    const sent = receiver.arrivals.map(({ headers }) => headers['webhook-id'])
    assert.include(sent.slice(1), sent[0])
    for (const { body, headers } of receiver.arrivals) new Webhook(webhook.secret).verify(body, headers)
  })

  test('a receiver that only fails is paused with the reason; the log has each request and answer', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const { receiver, creator, form, webhook, path } = await hookedForm(cleanup, { pauseAfterSeconds: 0 })
    receiver.answer(() => ({ status: 503, headers: { 'x-reason': 'tired' }, body: 'Not today.' }))
    const id = await submit(creator, form, { name01: 'Ada' })
    await signIn(browserContext, creator)
    const page = await visit(`${path}?integration=${webhook.id}`)
    await paused(page).waitFor()
    assert.match(await paused(page).innerText(), /fail/i)
    await page.getByRole('button', { name: 'New submission' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByRole('heading', { name: 'Attempt 1' }).waitFor()
    const request = await dialog.getByLabel('Request of attempt 1').innerText()
    assert.include(request, receiver.url)
    assert.include(request, 'webhook-id')
    assert.notInclude(request, webhook.secret)
    const reply = await dialog.getByLabel('Response to attempt 1').innerText()
    assert.include(reply, '503')
    assert.include(reply, 'Not today.')
    assert.include(await dialog.getByLabel('Body', { exact: true }).innerText(), 'Ada')
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New submission' }).and(page.locator(':focus')).waitFor()

    // from what was sent to what it tells of
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: 'Open the submission' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/show/submissions?submission=${id}`)
    await page.getByRole('complementary', { name: 'Submission' }).getByText('Ada').first().waitFor()
  })

  test('what waits says when it is tried again, and is sent at once, one or all', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const { receiver, creator, form, webhook, path } = await hookedForm(cleanup)
    receiver.answer(() => ({ status: 503, headers: { 'retry-after': '7200' } }))
    for (const name of ['Ada', 'Grace', 'Joan']) await submit(creator, form, { name01: name })
    await signIn(browserContext, creator)
    const page = await visit(path)
    await page.getByText('3 waiting', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Warehouse' }).click()
    await page.getByText('Next attempt in 2 hours').nth(2).waitFor()
    // why they wait stands in the log
    assert.equal(await page.getByRole('cell', { name: 'The receiver answered 503.' }).count(), 3)
    assert.equal(await failing(page).count(), 0, 'it may pass by itself')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery("update integrations set failing_since = now() - interval '25 hours' where id = ?", [
        webhook.id,
      ]),
    )
    await page.reload()
    await failing(page).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    receiver.answer(() => ({ status: 204 }))
    await page
      .getByRole('button', { name: /^Send now: New submission/ })
      .first()
      .click()
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    const waiting = page.getByRole('row').filter({ hasText: 'Waiting' })
    await waiting.getByRole('button', { name: 'New submission', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await dialog.getByRole('button', { name: 'Send again' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send 1 waiting now' }).click()
    await page.getByRole('cell', { name: 'Delivered' }).nth(2).waitFor()
    await page.getByRole('button', { name: / waiting now$/ }).waitFor({ state: 'detached' })
    assert.lengthOf(receiver.arrivals, 6)
    await failing(page).waitFor({ state: 'detached' })
  })

  test('a secret is shown once: not by a reload, not after a click beside it; each signs its deliveries', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const { receiver, creator, form, webhook, path } = await hookedForm(cleanup)
    await signIn(browserContext, creator)
    const page = await visit(`${path}?integration=${webhook.id}`)
    await page.getByRole('button', { name: 'New signing secret' }).click()
    await page.getByRole('button', { name: 'Create secret' }).click()
    const shown = page.getByRole('dialog', { name: 'New signing secret' })
    const secret = await shown.getByLabel('Signing secret', { exact: true }).inputValue()
    assert.deepEqual(await axeFindings(page), [])
    await page.mouse.click(4, 4)
    assert.equal(await shown.getByLabel('Signing secret', { exact: true }).inputValue(), secret)
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'New signing secret' }).waitFor()
    assert.notInclude(await page.content(), secret.slice('whsec_'.length))

    await submit(creator, form, { name01: 'Ada' })
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
    const [{ body, headers }] = await receiver.arrived(1)
    new Webhook(secret).verify(body, headers)
    new Webhook(webhook.secret).verify(body, headers)
  })

  for (const width of [1280, 390]) {
    test(`nothing for axe to find in light and dark: ${width} px`, async ({ assert, browser, cleanup }) => {
      const { receiver, creator, form, webhook, path } = await hookedForm(cleanup)
      receiver.answer(() => ({ status: 410, body: 'Gone, and it says so at length. '.repeat(20) }))
      await submit(creator, form, { name01: 'Ada' })
      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 800 },
      })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      const sideways = () =>
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      await page.goto(path)
      await page.getByText('Paused', { exact: true }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'the list')
      assert.equal(await sideways(), 0)
      await page.goto(`${path}?integration=${webhook.id}`)
      await paused(page).waitFor()
      await page.getByRole('cell', { name: 'Failed' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'one of them')
      assert.equal(await sideways(), 0)
      await page.getByRole('button', { name: 'New submission' }).click()
      await page.getByRole('heading', { name: 'Attempt 1' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [], 'a delivery')
      assert.equal(await sideways(), 0)
    })
  }
})
