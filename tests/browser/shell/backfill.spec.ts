import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import {
  addIntegration,
  addWebhook,
  startDeliveries,
  submit,
  told,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'

test.group('Earlier submissions in the browser', () => {
  for (const width of [1280, 390]) {
    test(`they are sent, paused, go on, and end with what failed, by keyboard: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const receiver = await Receiver.open()
      cleanup(() => receiver.close())
      const background = startDeliveries()
      cleanup(() => background.stop())
      const { creator, form } = await newForm()
      await publish(creator, form.id)
      for (const name of ['Ada', 'Grace', 'Joan', 'Mary', 'Rosa', 'Zoë'])
        await submit(creator, form, { name01: name })
      await told(creator)
      const held = Promise.withResolvers<void>()
      receiver.answer(({ body }, index) => ({
        status: body.includes('Rosa') ? 400 : 204,
        ...(index < 2 && { after: held.promise }),
      }))
      const webhook = await addWebhook(creator, form, receiver.url, { name: 'Warehouse' })

      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 800 },
      })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      await page.goto(`/forms/${form.slug}/show/integrations?integration=${webhook.id}`)
      const section = page.getByRole('region', { name: 'Earlier submissions' })
      await section.getByText('6 earlier submissions were not sent here.').waitFor()
      // from the top: what the bar covers a part of is too small a target
      const axe = async () => {
        await page.evaluate('scrollTo(0, 0)')
        return axeFindingsInBoth(page)
      }

      const press = async (name: string, key = 'Enter') => {
        await section.getByRole('button', { name, exact: true }).focus()
        await page.keyboard.press(key)
      }
      await press('Send earlier submissions')
      const dialog = page.getByRole('dialog', { name: 'Send 6 earlier submissions?' })
      await dialog.getByRole('button', { name: 'Send 6 earlier submissions' }).focus()
      await page.keyboard.press('Enter')
      await section.getByText('Sending earlier submissions').waitFor()
      await receiver.arrived(2)
      await press('Pause')
      await section.getByText('Paused', { exact: true }).waitFor()
      held.resolve()
      await section.getByText('2 of 6 sent', { exact: true }).waitFor()
      const progress = section.getByRole('progressbar', { name: 'Sending earlier submissions' })
      assert.match((await progress.getAttribute('aria-valuenow')) ?? '', /^33/)
      assert.deepEqual(await axe(), [], 'paused')
      assert.lengthOf(receiver.arrivals, 2)

      await press('Continue')
      await section.getByText(/^Done: 5 of 6 sent, 1 failed,/).waitFor()
      await section.getByRole('button').waitFor({ state: 'detached' })
      assert.equal(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).size, 6)
      const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      assert.equal(await page.evaluate<number>(sideways), 0)
    })
  }

  test('they can be stopped; what is left can be sent later', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    for (const name of ['Ada', 'Grace', 'Joan']) await submit(creator, form, { name01: name })
    await told(creator)
    const held = Promise.withResolvers<void>()
    receiver.answer(() => ({ status: 204, after: held.promise }))
    const webhook = await addWebhook(creator, form, receiver.url)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations?integration=${webhook.id}`)
    const section = page.getByRole('region', { name: 'Earlier submissions' })
    await section.getByRole('button', { name: 'Send earlier submissions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 3 earlier submissions' }).click()
    await receiver.arrived(2)
    await section.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click()
    await section.getByText(/^Stopped: /).waitFor()
    held.resolve()
    await section.getByText(/^Stopped: 2 of 3 sent/).waitFor()
    await section.getByText('1 earlier submission was not sent here.').waitFor()
    await section.getByRole('button', { name: 'Send earlier submissions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 1 earlier submission' }).click()
    await section.getByText(/^Done: 1 of 1 sent/).waitFor()
    assert.lengthOf(receiver.arrivals, 3)
  })

  test('before respondents are written to, it is said how many they are', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm([
      textBlock('name01', 'Your name'),
      { ...textBlock('mail01', 'Address'), kind: 'email' },
    ])
    await publish(creator, form.id)
    for (const name of ['Ada', 'Grace', 'Joan'])
      await submit(creator, form, { name01: name, mail01: `${name.toLowerCase()}@example.com` })
    await told(creator)
    const thanks = await addIntegration(creator, form, 'submission-confirmation', { to: 'mail01' })
    const context = await browser.newContext({
      baseURL: creator.visitor.baseUrl,
      viewport: { width: 390, height: 800 },
    })
    cleanup(() => context.close())
    await signIn(context, creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/integrations?integration=${thanks.id}`)
    const section = page.getByRole('region', { name: 'Earlier submissions' })
    await section.getByRole('button', { name: 'Send earlier submissions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 3 earlier submissions?' })
    await dialog.getByText('This writes to 3 people who filled in this form').waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await dialog.getByRole('button', { name: 'Write to 3 people' }).click()
    await section.getByText('Sending earlier submissions').waitFor()
  })

  test('what failed is found in the log by its error, and just that is sent again', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const receiver = await Receiver.open((arrival) => ({ status: arrival.body.includes('Rosa') ? 400 : 204 }))
    cleanup(() => receiver.close())
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const webhook = await addWebhook(creator, form, receiver.url, { name: 'Warehouse' })
    for (const name of ['Ada', 'Rosa', 'Zoë']) await submit(creator, form, { name01: name })
    const context = await browser.newContext({
      baseURL: creator.visitor.baseUrl,
      viewport: { width: 390, height: 800 },
    })
    cleanup(() => context.close())
    await signIn(context, creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/integrations?integration=${webhook.id}`)
    const log = page.getByRole('region', { name: 'Deliveries' })
    const rows = log.getByRole('button', { name: 'New submission' })
    await rows.nth(2).waitFor()
    await log.getByRole('button', { name: 'Send 1 failed again' }).waitFor()
    await log.getByRole('button', { name: 'Filter' }).focus()
    await page.keyboard.press('Enter')
    await log.getByLabel('About').selectOption('Earlier submissions')
    await log.getByText('No delivery fits.').waitFor()
    await log.getByLabel('About').selectOption('New submissions')
    await log.getByLabel('Error or submission ID').fill('answered 4')
    await rows.nth(1).waitFor({ state: 'detached' })
    await rows.waitFor()
    await log.getByRole('cell', { name: 'Failed' }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    assert.deepEqual(await axeFindingsInBoth(page), [])
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    assert.equal(await page.evaluate<number>(sideways), 0)

    receiver.answer(() => ({ status: 204 }))
    const before = receiver.arrivals.length
    await log.getByRole('button', { name: 'Send 1 failed again' }).focus()
    await page.keyboard.press('Enter')
    const again = page.getByRole('dialog', { name: 'Send 1 delivery again?' })
    await again.getByRole('button', { name: 'Send 1 failed again' }).focus()
    await page.keyboard.press('Enter')
    // what is in line again has no error, and goes a moment later
    await log.getByText('No delivery fits.').waitFor()
    assert.lengthOf(await receiver.arrived(before + 1), before + 1)
    await log.getByRole('button', { name: 'Filter' }).click()
    await log.getByRole('cell', { name: 'Delivered' }).nth(2).waitFor()
    // what was filtered by is forgotten: the log shows what the filters say
    await log.getByRole('button', { name: 'Filter' }).click()
    assert.equal(await log.getByLabel('Error or submission ID').inputValue(), '')
    await log.getByRole('cell', { name: 'Delivered' }).nth(2).waitFor()
  })

  test('a test carries the submission that was looked for, seen before it goes', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    for (const name of ['Ada', 'Grace']) await submit(creator, form, { name01: name })
    await told(creator)
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update submissions set search = lower(answers ->> 'name01') where form_id = ?`, [
        form.id,
      ]),
    )
    const webhook = await addWebhook(creator, form, receiver.url)
    const context = await browser.newContext({
      baseURL: creator.visitor.baseUrl,
      viewport: { width: 390, height: 800 },
    })
    cleanup(() => context.close())
    await signIn(context, creator)
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}/show/integrations?integration=${webhook.id}`)
    await page.getByRole('button', { name: 'Test with a submission' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Send a test' })
    await dialog.getByLabel('What will arrive').waitFor()
    const answers = dialog.getByRole('combobox', { name: 'Answers' })
    await answers.fill('ada')
    const options = page.getByRole('option')
    await options.filter({ hasText: 'Grace' }).waitFor({ state: 'detached' })
    await options.filter({ hasText: 'Ada' }).click()
    const preview = dialog.getByLabel('What will arrive').filter({ hasText: '"Ada"' })
    await preview.waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])
    await dialog.getByRole('button', { name: 'Send test' }).focus()
    await page.keyboard.press('Enter')
    const [{ body }] = await receiver.arrived(1)
    const sent: { data: { test: boolean; answers: unknown } } = JSON.parse(body)
    assert.deepInclude(sent.data, { test: true, answers: { name01: 'Ada' } })
    await page.getByRole('dialog', { name: 'Delivery' }).waitFor()
  })
})
