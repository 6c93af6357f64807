import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { addWebhook, startDeliveries, submit } from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { newCreator } from '#tests/functional/visitor'

/** Submits a form of the page twice within one task, as no hand is fast enough to. */
const TWICE = `{ const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit() }`

/** Presses a button twice within one task. */
async function pressTwice(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.evaluate('{ const button = document.activeElement; button.click(); button.click() }')
}

test.group('Interrupted in the browser', () => {
  test('a form that is sent twice makes one', async ({ assert, browserContext, visit }) => {
    const creator = await newCreator()
    await signIn(browserContext, creator)
    const page = await visit('/forms/create')
    await page.getByText('In Ada Example').waitFor()
    await pressTwice(page, page.getByRole('button', { name: 'Blank form' }))
    await page.waitForURL(/\/edit$/)
    await page.goto('/home')
    await page.getByRole('link', { name: 'Untitled form' }).waitFor()
    assert.equal(await page.getByRole('rowheader').count(), 1)

    await page.getByRole('button', { name: /^Workspace: / }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second room')
    await page.evaluate(TWICE)
    await page.getByRole('button', { name: 'Workspace: Second room' }).waitFor()
    const mine = await creator.visitor.get<{ data: unknown[] }>('/api/open/workspaces/')
    assert.lengthOf(mine.body.data, 2)
  })

  test('a webhook that is added twice, and every button of it that is pressed twice, does one thing', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') asked.push(request.url().split('/').at(-1) ?? '')
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByLabel('Address').fill('https://example.com/hook')
    await page.evaluate(TWICE)
    // Enter once more does not end the only sight of the secret
    await hasFocus(page, dialog.getByLabel('Signing secret', { exact: true }))
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    assert.deepEqual(asked, ['integrations'])

    await pressTwice(page, page.getByRole('button', { name: 'Send a test' }))
    await dialog.getByText('Test', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(asked, ['integrations', 'test'])

    await page.getByLabel('Name').fill('Warehouse')
    await page.evaluate(TWICE)
    await page.getByText('Settings saved.').waitFor()
    await page.getByRole('button', { name: 'New signing secret' }).click()
    await pressTwice(page, dialog.getByRole('button', { name: 'Create secret' }))
    await dialog.getByLabel('Signing secret', { exact: true }).waitFor()
    assert.deepEqual(asked.slice(2), [asked[2], 'secret'])
    const all = await creator.visitor.get<{ data: unknown[] }>(`/api/forms/${form.id}/integrations`)
    assert.lengthOf(all.body.data, 1)
  })

  test('what failed is sent again once, however often the button is pressed', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const background = startDeliveries({ schedule: [0] })
    cleanup(() => background.stop())
    const receiver = await Receiver.open()
    cleanup(() => receiver.close())
    receiver.answer(() => ({ status: 500 }))
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const webhook = await addWebhook(creator, form, receiver.url)
    await submit(creator, form, { name01: 'Ada' })
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations?integration=${webhook.id}`)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url().split('/').at(-1) ?? '')
    })
    await pressTwice(page, page.getByRole('button', { name: 'Send 1 failed again' }))
    await page.getByText('Sending again.').waitFor()
    await receiver.arrived(2)
    await page.getByRole('cell', { name: 'Failed' }).waitFor()
    await page.getByRole('button', { name: 'New submission' }).click()
    await pressTwice(page, page.getByRole('dialog').getByRole('button', { name: 'Send again' }))
    await receiver.arrived(3)
    assert.deepEqual(asked, ['replays', 'replay'])
  })

  test('what is typed into an integration is not lost by a wrong click', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm()
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/edit`)
    await page.getByRole('link', { name: 'Integrations' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const address = dialog.getByLabel('Address')
    await address.fill('https://example.com/hook')
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    assert.equal(await address.inputValue(), 'https://example.com/hook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const name = page.getByLabel('Name')
    await name.fill('Warehouse')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Submissions' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.goBack()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'Warehouse')
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('link', { name: 'Webhook' }).waitFor()
    await page.goForward()
    assert.equal(await name.inputValue(), 'Webhook')
    // nothing is asked where nothing is lost
    await page.getByRole('link', { name: 'Submissions' }).click()
    await page.getByRole('heading', { name: 'No submissions yet' }).waitFor()
  })

  test('a dialog on its way out does nothing any more', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/edit`)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(request.url().split('/').at(-1) ?? '')
    })
    await page.getByRole('button', { name: 'More for this form' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).focus()
    // on and on, for as long as it is there
    await page.evaluate(`{
      const button = document.activeElement
      button.click()
      new MutationObserver(() => button.click())
        .observe(document.body, { attributes: true, childList: true, subtree: true })
    }`)
    await page.getByText('The form is unpublished.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(asked, ['publication'])
  })

  test('what the server refuses as a whole is said, with the focus on it', async ({
    browserContext,
    visit,
  }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/forms/create')
    await page.getByRole('button', { name: 'Paste questions' }).click()
    await page.getByRole('textbox', { name: 'Questions' }).fill('Kept')
    await page.getByText('In Ada Example').waitFor()
    await page.route('**/api/workspaces/*/forms', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Create form' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'No connection. Nothing was changed.' })
    await alert.waitFor()
    await hasFocus(page, alert)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Create form' }).click()
    await page.waitForURL('**/edit')
    await page.getByRole('textbox', { name: 'Label' }).filter({ hasText: 'Kept' }).waitFor()
  })

  test('without a connection it is said; a page that was not loaded yet comes by itself when it is back', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Here before')
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('link', { name: 'Here before' }).waitFor()
    await browserContext.setOffline(true)
    const notice = page.getByRole('status').filter({ hasText: 'No connection. What you typed stays here.' })
    await notice.waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    assert.match(page.url(), /\/settings/)
    await browserContext.setOffline(false)
    await page.getByText('This device').waitFor()
    await notice.waitFor({ state: 'detached' })
  })

  test('forms that are searched for and cannot be had are asked for once, and again when somebody says so', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Here already')
    await signIn(browserContext, creator)
    const page = await visit('/login')
    let refused = 0
    let refuses = true
    await page.route(/\/api\/workspaces\/[^/]+\/forms/, async (route) => {
      const url = new URL(route.request().url())
      const isSearch = url.searchParams.has('search')
      if (isSearch && refuses) {
        refused += 1
        return route.fulfill({
          status: 429,
          json: { code: 'E_TOO_MANY', message: 'Wait a minute.' },
        })
      }
      url.searchParams.delete('search')
      const first = await (await route.fetch({ url: url.href })).json()
      const title = isSearch ? 'Far away' : 'Here already'
      const data = [{ ...first.data[0], id: title, title }]
      return route.fulfill({ json: { data, next_cursor: isSearch ? null : 'next' } })
    })
    await page.goto('/home?search=away')
    await page.getByText('Wait a minute.').waitFor()
    await page.waitForTimeout(300)
    assert.equal(refused, 1)
    assert.equal(await page.getByText('No forms match').count(), 0)
    refuses = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Far away' }).waitFor()
  })

  test('code that is gone is loaded anew once; what fails for good says so and offers to try again', async ({
    assert,
    browserContext,
    visit,
  }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/home')
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    let asked = 0
    await page.route('**/password_page-*.js', (route) => {
      asked += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Password' }).click()
    await page.getByRole('heading', { name: 'Whoops, something went wrong (500)' }).waitFor()
    assert.equal(asked, 2)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('New password', { exact: true }).waitFor()
  })

  test('Back leaves a page as it was come to', async ({ browserContext, visit }) => {
    const { creator, form } = await newForm(undefined, 'Somewhere')
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('link', { name: 'Other ways to start' }).click()
    await page.getByText('In Ada Example').waitFor()
    await page.getByRole('button', { name: 'Blank form' }).click()
    await page.waitForURL('**/edit')
    // not to the page that would make it once more
    await page.goBack()
    await page.waitForURL('**/home')
    await page.getByRole('link', { name: 'Somewhere' }).waitFor()
    await page.goto(`/forms/${form.id}/show`)
    await page.waitForURL(`**/forms/${form.slug}/show/submissions`)
    await page.goBack()
    await page.waitForURL('**/home')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings/profile')
    await page.goBack()
    await page.waitForURL('**/home')
  })

  test('Back from signing in leads away, not to the page that asked for it', async ({ visit }) => {
    const page = await visit('/register')
    await page.getByLabel('Name').waitFor()
    await page.goto('/settings/password')
    await page.waitForURL('**/login?next=*')
    await page.goBack()
    await page.waitForURL('**/register')
  })
})
