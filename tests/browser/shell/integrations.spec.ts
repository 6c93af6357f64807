import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { axeFindings } from '#tests/browser/axe'
import { adder, chip, write } from '#tests/browser/editor/rule_chips'
import { keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { startDeliveries, submit } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { newProgram } from '#tests/functional/program'
import { Zapier } from '#tests/stand_ins/zapier/zapier'

test.group('Integrations in the browser', () => {
  test('a webhook is added, tested, fails, is replayed, gets a new secret, is switched off and deleted', async ({
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
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('heading', { name: 'Add an integration' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    assert.deepEqual(await keyboardFaults(page), [])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add webhook' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Address').fill('not an address')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('Enter a complete address that begins with https:// or http://.').waitFor()
    await dialog.getByLabel('Address').and(page.locator(':focus')).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = await dialog.getByLabel('Signing secret', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Delivered').waitFor()
    await dialog.getByRole('heading', { name: 'Attempt 1' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const [arrival] = await receiver.arrived(1)
    if (!arrival) throw new Error('nothing arrived')
    new Webhook(secret).verify(arrival.body, arrival.headers)
    await page.keyboard.press('Escape')

    receiver.answer(() => ({ status: 500, body: 'broken' }))
    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Failed').waitFor()
    await dialog.getByLabel('Response to attempt 1').getByText('broken').waitFor()
    receiver.answer(() => ({ status: 204 }))
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('Delivered').waitFor()
    const all = await receiver.arrived(3)
    assert.equal(all[2]?.headers['webhook-id'], all[1]?.headers['webhook-id'])
    assert.equal(all[2]?.body, all[1]?.body)
    await page.keyboard.press('Escape')
    await page.getByLabel('Show deliveries that are').getByText('Failed').click()
    await page.getByText('None failed.').waitFor()
    // what the form's bar covers while one scrolls is no small target
    await page.evaluate('scrollTo(0, 0)')
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('button', { name: 'New signing secret' }).click()
    await page.getByRole('button', { name: 'Create secret' }).click()
    const rotated = await dialog.getByLabel('Signing secret', { exact: true }).inputValue()
    assert.notEqual(rotated, secret)
    await dialog.getByRole('button', { name: 'Done' }).click()

    // a secret setting is written, and never read again
    await page.getByLabel('Authorization header').fill('Bearer 5up3r-s3cr3t-4f2a')
    await page.getByRole('button', { name: 'What will arrive' }).click()
    await page.getByLabel('What will arrive').getByText('submission.created').waitFor()
    assert.notInclude(await page.getByLabel('What will arrive').innerText(), '5up3r')
    await page.getByRole('button', { name: 'Save settings' }).click()
    const secretSetting = page.getByRole('group', { name: 'Authorization header' })
    await secretSetting.getByText(/^Set on .*, ends in …4f2a$/).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.reload()
    await secretSetting.getByRole('button', { name: 'Replace' }).click()
    await page
      .getByLabel('Authorization header')
      .and(page.locator(':focus'))
      .fill('Bearer an0ther-s3cr3t-9c1b')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await secretSetting.getByText(/ends in …9c1b$/).waitFor()
    await secretSetting.getByRole('button', { name: 'Remove' }).click()
    await secretSetting.getByText('Removed when you save.').waitFor()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByLabel('Authorization header').and(page.getByRole('textbox')).waitFor()

    // what is typed while it is saved stays, to be saved
    const slow = Promise.withResolvers<void>()
    await page.route('**/integrations/*', (route) => slow.promise.then(() => route.continue()))
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Hook')
    await page.getByLabel('Authorization header').fill('Bearer th1rd-s3cr3t-7e5d')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await name.fill('Webhook')
    slow.resolve()
    await page.getByRole('heading', { name: 'Hook', exact: true }).waitFor()
    assert.equal(await name.inputValue(), 'Webhook')
    // a secret that is stored by now is not sent once more
    await secretSetting.getByText(/ends in …7e5d$/).waitFor()
    const again = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save settings' }).click()
    assert.notInclude((await again).postData() ?? '', 'th1rd')
    await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor()

    await page.getByRole('switch', { name: 'Send submissions' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('link', { name: 'Integrations' }).first().click()
    await page.getByText('Off', { exact: true }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Webhook' }).click()
    await page.getByRole('button', { name: 'Delete integration' }).click()
    await dialog.getByRole('button', { name: 'Delete integration' }).click()
    await page.getByRole('heading', { name: 'Add an integration' }).waitFor()
  })

  test('a webhook sends headers, questions and a body of one’s own', async ({
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
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Add a header' }).click()
    await dialog.getByLabel('Name of header 1').fill('Content-Length')
    await dialog.getByLabel('Value of header 1').fill('Formwright')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('This header is set by the delivery itself.').waitFor()
    await dialog.getByLabel('Name of header 1').fill('X-Source')
    await dialog.getByLabel('Secret header', { exact: true }).fill('X-Api-Key')
    await dialog.getByLabel('Value of the secret header').fill('an0ther-s3cr3t-9c1b')
    const body = dialog.getByRole('textbox', { name: 'Body of your own' })
    await body.fill('{"name": ')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('This is not valid JSON.').waitFor()
    await body.fill('{"name": "{#name01}", "from": {"place": "here"}}')
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('"place": "here"').waitFor()
    assert.notInclude(await dialog.getByLabel('What will arrive').innerText(), 's3cr3t')
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Delivered').waitFor()
    const [first] = await receiver.arrived(1)
    assert.equal(first?.headers['x-source'], 'Formwright')
    assert.equal(first?.headers['x-api-key'], 'an0ther-s3cr3t-9c1b')
    const told = JSON.parse(first?.body ?? '')
    assert.deepEqual(told, { name: told.name, from: { place: 'here' } })
    assert.isNotEmpty(told.name)
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Body of your own' }).fill('')
    // a test would be of what is stored, not of what is seen
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Save the settings first').waitFor()
    await page.getByRole('combobox', { name: 'Questions that are sent' }).click()
    await page.getByRole('option', { name: 'Name' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Delivered').waitFor()
    const [, second] = await receiver.arrived(2)
    assert.deepEqual(Object.keys(JSON.parse(second?.body ?? '').data.answers), ['name01'])
  })

  test('a webhook only hears what its condition says', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await newForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('https://example.com/hook')
    await dialog.getByText('Only when').click()
    await adder(dialog).click()
    await page.getByRole('listbox', { name: 'Add a condition' }).and(page.locator(':focus')).press('Enter')
    await write(chip(dialog, 'Value'), 'Ada')
    await dialog.getByText('Send when Name is Ada.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Value: Ada' }).waitFor()
    const stored = await creator.visitor.get<{ data: { condition: unknown }[] }>(
      `/api/forms/${form.id}/integrations`,
    )
    assert.deepEqual(stored.body.data[0]?.condition, {
      all: [{ left: { field: 'name01' }, op: 'is', right: { value: 'Ada' } }],
    })
  })

  test('what a program subscribed to comes up by itself, is renamed, switched off, and deleted', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const zapier = await Zapier.start()
    cleanup(() => zapier.close())
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add webhook' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add Zapier' }).count(), 0)

    const url = zapier.on()
    const program = await newProgram(creator.visitor, creator.workspaceId, [
      'integrations:manage',
      'submissions:read',
    ])
    const events = ['submission.created', 'submission.deleted']
    const path = `/api/forms/${form.id}/subscriptions`
    assert.equal((await program.post(path, { kind: 'zapier', name: 'Zap 7', url, events })).status, 201)
    await page.getByText('Added by Zapier · New submission, Submission deleted').waitFor()
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('link', { name: 'Zap 7' }).click()
    await page.getByText('New submission, Submission deleted').waitFor()
    assert.equal(await page.getByLabel('Address of the Zap').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('textbox', { name: 'Name' }).fill('Guests to the kitchen')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByRole('heading', { name: 'Guests to the kitchen' }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delivered').waitFor()
    assert.equal((await zapier.got(url, 1))[0]?.event, 'submission.created')
    assert.notInclude(await dialog.innerText(), new URL(url).pathname)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete integration' }).click()
    await dialog.getByText('Zapier is not told: “Guests to the kitchen” stays on there').waitFor()
    await dialog.getByRole('button', { name: 'Delete integration' }).click()
    await page.getByRole('button', { name: 'Add webhook' }).waitFor()
    assert.isEmpty((await program.get<{ data: unknown[] }>(path)).body.data)

    const over = zapier.on()
    assert.equal((await program.post(path, { kind: 'zapier', name: 'Zap 8', url: over, events })).status, 201)
    await page.getByRole('link', { name: 'Zap 8' }).waitFor()
    zapier.off(over)
    await submit(creator, form, {})
    await page.getByText('Zapier has ended “Zap 8”').waitFor()
    await page.getByRole('link', { name: 'Zap 8' }).waitFor({ state: 'detached' })
    assert.deepEqual(await axeFindings(page), [])
    if (process.env.LOOK) await page.screenshot({ path: process.env.LOOK, fullPage: true })
    await page.getByRole('button', { name: 'Dismiss the notice about “Zap 8”' }).press('Enter')
    await page.getByText('Zapier has ended “Zap 8”').waitFor({ state: 'detached' })
  })

  test('the link is shared as text and as a QR code', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await newForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/share`)
    await page.getByText('Publish first').waitFor()
    await page
      .getByRole('img', { name: `QR code of ${creator.visitor.baseUrl}/forms/${form.slug}` })
      .waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await publish(creator, form.id)
    await page.reload()
    await page.getByTitle('Published').waitFor()
    await page.getByText('Publish first').waitFor({ state: 'detached' })
    assert.equal(
      await page.getByRole('link', { name: 'Open page' }).getAttribute('href'),
      `${creator.visitor.baseUrl}/forms/${form.slug}`,
    )
  })

  test('what is pasted into another page is the form, which takes photos there, too', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const photo = { id: 'photo1', kind: 'camera', v: 1, key: 'photo', label: 'Photo', settings: {} }
    const { creator, form } = await newForm([photo], 'You & "me" <3')
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/share`)
    const pasted = await page.getByLabel('Embed', { exact: true }).inputValue()
    const shop = await Receiver.open(() => ({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html>${pasted}`,
    }))
    cleanup(() => shop.close())
    await page.goto(shop.url)
    assert.equal(await page.locator('iframe').getAttribute('title'), 'You & "me" <3')
    await page.frameLocator('iframe').getByText('Photo').first().waitFor()
    const frame = page.frame({ url: `${creator.visitor.baseUrl}/forms/${form.slug}` })
    assert.isTrue(await frame?.evaluate(`document.featurePolicy.allowsFeature('camera')`))
  })
})
