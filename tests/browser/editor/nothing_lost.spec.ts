import { test } from '@japa/runner'
import type { Page, Route } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  NAME,
  NAME_AND_CITY,
  newDesk,
  openDesk,
  publish,
  saved,
  storedLabels,
} from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { setRole } from '#tests/functional/place'
import { newCreator } from '#tests/functional/visitor'

const title = (page: Page) => page.getByRole('textbox', { name: 'Form title' })

test.group('Editor: nothing is lost', () => {
  for (const keep of ['yours', 'theirs'] as const) {
    test(`two people change the title: both can be read, over a reload too, ${keep} kept`, async ({
      assert,
      browser,
    }) => {
      const a = await newDesk(browser, { blocks: NAME_AND_CITY, title: 'Party' })
      const b = await openDesk(browser, a.creator, a.formId, a.slug)
      await b.context.setOffline(true)
      await title(b.page).fill('Spring party')
      await title(a.page).fill('Summer party')
      await saved(a.page)
      await b.context.setOffline(false)

      const question = b.page.getByRole('region', { name: /someone else/ })
      await question.getByText('Someone else changed “Title, description, and language” too.').waitFor()
      await question.getByText('Spring party').waitFor()
      await question.getByText('Summer party').waitFor()
      assert.deepEqual(await axeFindings(b.page), [])
      await b.page.reload()
      await question.getByText('Spring party').waitFor()
      await question.getByText('Summer party').waitFor()
      // what is not decided is not published in passing
      await b.page.getByRole('button', { name: 'Publish', exact: true }).click()
      const sheet = b.page.getByRole('dialog', { name: 'Publish' })
      await sheet.getByText('Some changes are not saved.').waitFor()
      assert.isTrue(await sheet.getByRole('button', { name: /^Publish/ }).isDisabled())
      await sheet.getByRole('button', { name: 'Close' }).click()
      await sheet.waitFor({ state: 'detached' })
      await b.page.getByRole('button', { name: '1 change not saved' }).click()
      const list = b.page.getByRole('dialog')
      await list.getByText('Title, description, and language').waitFor()
      assert.deepEqual(await axeFindings(b.page), [])
      await list.getByRole('button', { name: 'Show' }).click()
      await b.page.locator('[data-clash]:focus').waitFor()

      await question.getByRole('button', { name: `Keep ${keep}` }).click()
      await question.waitFor({ state: 'detached' })
      await b.page.locator('h1 [data-text]:focus').waitFor()
      const kept = keep === 'yours' ? 'Spring party' : 'Summer party'
      for (const { page } of [a, b]) await title(page).filter({ hasText: kept }).waitFor()
      await saved(b.page)
      const general = (await draftOf(a)).find((row) => row.block_id === 'settings.general')
      assert.equal(general?.content?.title, kept)
    })
  }

  test('a new password whose answer was lost is said to be set once that is known', async ({ browser }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/password', lose, { times: 1 })
    const who = page.getByRole('region', { name: 'Access' })
    const password = who.getByLabel('Password', { exact: true })
    await password.fill('open sesame')
    await who.getByRole('button', { name: 'Set password' }).click()
    await who.getByText('No connection.').waitFor()
    await who.getByRole('button', { name: 'Set password' }).click()
    await who.getByRole('button', { name: 'Change' }).waitFor()
  })

  test('an answer that was lost, and news that tell of the change: what is typed later is saved as ever', async ({
    assert,
    browser,
  }) => {
    const a = await newDesk(browser, { blocks: NAME_AND_CITY })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    const { page } = a
    const city = '[data-block="cityblock01"] [data-text="label"]'
    let taken = false
    let lose = () => {}
    const lost = new Promise<void>((resolve) => (lose = resolve))
    await page.route('**/draft', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      if (!taken) await route.fetch()
      taken = true
      await route.abort()
      lose()
    })
    await page.locator(NAME).fill('Your name')
    // the news come before or after the answer is lost
    await lost
    await b.page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    await b.page.locator(city).fill('Your city')
    await page.locator(city).filter({ hasText: 'Your city' }).waitFor()
    await saved(page)
    await page.unroute('**/draft')
    await page.locator(NAME).fill('Your whole name')
    await eventually(async () => assert.deepEqual(await storedLabels(a), ['Your whole name', 'Your city']))
    await saved(page)
  })

  test('a browser that stores nothing: the editor works, and leaving asks while something is unsaved', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, context } = desk
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('No.', 'SecurityError') } })
    `)
    await page.reload()
    await page.locator(NAME).fill('Your name')
    await saved(page)
    await context.setOffline(true)
    await page.locator(NAME).fill('Your whole name')
    await page.getByRole('status').filter({ hasText: 'Offline, not saved: leave this page open' }).waitFor()
    const asked = page.waitForEvent('dialog')
    const left = page.close({ runBeforeUnload: true })
    const dialog = await asked
    assert.equal(dialog.type(), 'beforeunload')
    await dialog.dismiss()
    await left
    await context.setOffline(false)
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Your whole name', 'City'])
  })

  test('a browser that stores nothing: another page of the form, or its deletion, loses nothing either', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, creator, formId } = desk
    await page.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('No.', 'SecurityError') } })
    `)
    await page.reload()
    await page.route('**/draft', (route) => route.abort())
    await page.locator(NAME).fill('Your name')
    await page.getByRole('status').filter({ hasText: 'Offline, not saved: leave this page open' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Pages of this form' })
    await tabs.getByRole('link', { name: 'Submissions' }).click()
    await page.locator('[data-page]').waitFor({ state: 'detached' })
    const asked = page.waitForEvent('dialog')
    const left = page.close({ runBeforeUnload: true })
    await (await asked).dismiss()
    await left
    await tabs.getByRole('link', { name: 'Edit' }).click()
    await page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()

    await creator.visitor.delete(`/api/forms/${formId}`)
    await page.getByRole('heading', { name: 'This form is gone' }).waitFor()
    await page.getByText('this browser cannot keep them. Leave this page open').waitFor()
    assert.equal(await page.getByText('kept in this browser').count(), 0)
    await page.unroute('**/draft')
    const restored = `/api/workspaces/${creator.workspaceId}/bin/${formId}/restoration`
    assert.equal((await creator.visitor.post(restored, {})).status, 200)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Your name', 'City'])
    await page.close({ runBeforeUnload: true })
    await eventually(async () => assert.isTrue(page.isClosed()))
  })

  test('an address without TLS: what browsers keep back there is not needed', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await page.addInitScript(`
      delete Crypto.prototype.randomUUID
      delete Crypto.prototype.subtle
      delete Navigator.prototype.locks
      delete Navigator.prototype.clipboard
    `)
    await page.reload()
    await page.locator('[data-block="cityblock01"]').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('alert').filter({ hasText: 'Block removed.' }).waitFor()
    await page.getByRole('button', { name: 'Short text', exact: true }).click()
    await page.locator('[data-text="label"]:focus').fill('Street')
    await saved(page)
    assert.deepEqual(await storedLabels(desk), ['Name', 'Street'])
    await publish(page)
  })

  test('two closed tabs had changed the same block: neither text is gone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, context } = desk
    const second = await context.newPage()
    await second.goto(page.url())
    await second.locator(NAME).waitFor()
    await context.setOffline(true)
    await page.locator(NAME).fill('First name')
    await second.locator(NAME).fill('Last name')
    for (const one of [page, second])
      await one.getByRole('status').filter({ hasText: 'Offline, kept here' }).waitFor()
    const third = await context.newPage()
    await page.close()
    await second.close()
    await context.setOffline(false)
    // a tab that is going holds on to what it kept for a moment
    await third.goto('/home')
    await eventually(async () => {
      const held = await third.evaluate<number>(
        "navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('formwright.draft')).length)",
      )
      assert.equal(held, 0)
    })
    await third.goto(`/forms/${desk.slug}/edit`)
    const question = third.locator('[data-block="nameblock01"]').getByRole('region', { name: /someone else/ })
    // what a tab sent as it went may have come in: then it is asked about at once
    const isSaved = third.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d$/ })
    await eventually(async () => assert.match(String((await storedLabels(desk))[0]), /^(First|Last) name$/))
    await isSaved.or(question).first().waitFor()
    await third.reload()
    await question.getByText('First name').waitFor()
    await question.getByText('Last name').waitFor()
  })

  test('the role is lowered while someone writes: it is said, what was written stays, and is saved with the role', async ({
    assert,
    browser,
  }) => {
    const owner = await newDesk(browser, { blocks: NAME_AND_CITY })
    const guest = await newCreator('Guest')
    const { workspaceId } = owner.creator
    await setRole(workspaceId, guest.userId, 'editor')
    const { page } = await openDesk(browser, guest, owner.formId, owner.slug)
    // the page hears of it by what becomes of the change, not before
    let refused = false
    await page.route(`**/api/forms/${owner.slug}`, async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ json: { data: refused ? data : { ...data, role: 'editor' } } })
    })
    page.on('response', (response) => {
      refused ||= response.status() === 403
    })
    await setRole(workspaceId, guest.userId, 'viewer')
    await page.locator(NAME).fill('Your name')
    await page.getByRole('alert').filter({ hasText: 'Not saved:' }).waitFor()
    await page.getByText('You can view this form.').waitFor()
    await page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    assert.equal(await page.locator('[contenteditable="true"]').count(), 0)
    assert.deepEqual(await storedLabels(owner), ['Name', 'City'])
    await page.keyboard.press('Control+z')
    await setRole(workspaceId, guest.userId, 'editor')
    await page.getByRole('button', { name: 'Not saved' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await saved(page)
    assert.deepEqual(await storedLabels(owner), ['Your name', 'City'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('what someone else changes while the sheet is open is shown before it is published', async ({
    assert,
    browser,
  }) => {
    const a = await newDesk(browser, { blocks: NAME_AND_CITY })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    await b.page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = b.page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('Added (2)').waitFor()
    await a.page.locator('[data-block="cityblock01"]').focus()
    await a.page.keyboard.press('Delete')
    await saved(a.page)
    await sheet.getByText('Added (1)').waitFor()
    // and what has not come to this page yet is refused until it was seen
    await b.page.route(/draft\/changes/, (route) => route.abort())
    await a.page.keyboard.press('Control+z')
    await saved(a.page)
    await sheet.getByRole('button', { name: 'Publish version 1' }).click()
    await sheet.getByRole('alert').filter({ hasText: 'Not published' }).waitFor()
    await sheet.getByText('Added (2)').waitFor()
    assert.deepEqual(await axeFindings(b.page), [])
    await sheet.getByRole('button', { name: 'Publish version 1' }).click()
    await sheet.getByText('Version 1 is published.').waitFor()
  })

  test('taken back and published again: the number goes on', async ({ browser }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    await publish(page)
    await page.getByRole('button', { name: 'More for this form' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('The form is unpublished.').waitFor()
    await publish(page, 2)
    await page.getByRole('region', { name: 'This form' }).getByTitle('Published').waitFor()
  })
})
