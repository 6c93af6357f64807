import { test } from '@japa/runner'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm } from '#tests/functional/forms/making'
import { newCreator } from '#tests/functional/visitor'

/** Submits a form of the page twice within one task, as no hand is fast enough to. */
const TWICE = `{ const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit() }`

test.group('Interrupted in the browser', () => {
  test('a form that is sent twice makes one', async ({ assert, browserContext, visit }) => {
    const creator = await newCreator()
    await signIn(browserContext, creator)
    const page = await visit('/forms/create')
    await page.getByRole('textbox', { name: 'Title' }).fill('Only one')
    await page.getByText('In Ada Example').waitFor()
    await page.evaluate(TWICE)
    await page.waitForURL(/\/edit$/)
    await page.goto('/home')
    await page.getByRole('link', { name: 'Only one' }).waitFor()
    assert.equal(await page.getByRole('rowheader').count(), 1)

    await page.getByRole('button', { name: /^Workspace: / }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second room')
    await page.evaluate(TWICE)
    await page.getByRole('button', { name: 'Workspace: Second room' }).waitFor()
    const mine = await creator.visitor.get<{ data: unknown[] }>('/api/open/workspaces/')
    assert.lengthOf(mine.body.data, 2)
  })

  test('what the server refuses as a whole is said, with the focus on it', async ({
    browserContext,
    visit,
  }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/forms/create')
    await page.getByRole('textbox', { name: 'Title' }).fill('Kept')
    await page.getByText('In Ada Example').waitFor()
    await page.route('**/api/workspaces/*/forms', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Create form' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'No connection. Nothing was changed.' })
    await alert.waitFor()
    await hasFocus(page, alert)
    await page.unrouteAll()
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/forms\/kept-[a-z0-9]{6}\/edit$/)
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
    await page.getByText('This one').waitFor()
    await notice.waitFor({ state: 'detached' })
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
    await page.getByRole('link', { name: 'New form' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Another')
    await page.getByText('In Ada Example').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/forms\/another-[a-z0-9]{6}\/edit$/)
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
