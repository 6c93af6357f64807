import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { newDesk, saved, storedLabels } from '#tests/browser/editor/editor_page'
import { faultsOf, hasFocus, keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newCreator, type Creator } from '#tests/functional/visitor'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'You are signed out' })

/** Ends all sessions of somebody, as time does. */
const endSessions = (creator: Creator) => db.from('sessions').where('user_id', creator.userId).delete()

/** Signs in again, in front of the page. */
async function signInAgain(page: Page, creator: Creator): Promise<void> {
  const password = dialogOf(page).getByLabel('Password', { exact: true })
  await hasFocus(page, password)
  await password.fill(creator.password)
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor({ state: 'detached' })
}

test.group('Signed out while working', () => {
  test('in another tab: this one says so, hides what it showed, and keeps what was typed', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator('Ada Example')
    await signIn(browserContext, creator)
    const page = await visit('/forms/create')
    await page.getByRole('button', { name: 'Paste questions' }).click()
    await page.getByRole('textbox', { name: 'Questions' }).fill('Half a question')
    const other = await visit('/home')
    await other.getByRole('button', { name: 'Account: Ada Example' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.waitForURL('**/login')

    const dialog = dialogOf(page)
    await hasFocus(page, dialog.getByLabel('Password', { exact: true }))
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(await keyboardFaults(page), [])
    const front = await page.evaluate<string>(`document.elementFromPoint(5, 5).className`)
    assert.include(front, 'Overlay')
    // Escape does not lead past it
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong email address or password.').waitFor()
    await hasFocus(page, dialog.getByLabel('Password', { exact: true }))

    // in the other tab somebody signs in as the same person: this one goes on by itself
    await other.getByLabel('Email').fill(creator.email)
    await other.getByLabel('Password', { exact: true }).fill(creator.password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.waitForURL('**/home')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create form' }).click()
    await page.waitForURL('**/edit')
    await page.getByRole('textbox', { name: 'Label' }).filter({ hasText: 'Half a question' }).waitFor()
  })

  test('somebody else signs in in another tab: this one becomes theirs', async ({
    browserContext,
    visit,
  }) => {
    const creator = await newCreator('Ada Example')
    const second = await newCreator('Grace Example')
    await signIn(browserContext, creator)
    const page = await visit('/settings/profile')
    await page.getByText('This device').waitFor()
    const other = await visit('/home')
    await other.getByRole('button', { name: 'Account: Ada Example' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByLabel('Email').fill(second.email)
    await other.getByLabel('Password', { exact: true }).fill(second.password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/home')
    await page.getByRole('button', { name: 'Account: Grace Example' }).waitFor()
  })

  test('by time: what was being sent is sent after signing in again, once', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator()
    await signIn(browserContext, creator)
    const page = await visit('/forms/create')
    await page.getByRole('button', { name: 'Paste questions' }).click()
    await page.getByRole('textbox', { name: 'Questions' }).fill('Written for an hour')
    await page.getByText('In Ada Example').waitFor()
    await endSessions(creator)
    await page.getByRole('button', { name: 'Create form' }).click()
    await signInAgain(page, creator)
    await page.waitForURL('**/edit')
    await page.getByRole('textbox', { name: 'Label' }).filter({ hasText: 'Written for an hour' }).waitFor()
    await page.goto('/home')
    await page.getByRole('link', { name: 'Untitled form' }).waitFor()
    assert.equal(await page.getByRole('rowheader').count(), 1)
  })

  test('by time, in the editor: its text is there and is saved afterwards', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: [{ id: 'nameblock01', kind: 'text', label: 'Name' }] })
    const { page, creator } = desk
    const label = page.locator('[data-block="nameblock01"] [data-text="label"]')
    await endSessions(creator)
    await label.fill('Your name')
    await signInAgain(page, creator)
    await saved(page)
    assert.equal(await label.textContent(), 'Your name')
    const { email, password } = creator
    await creator.visitor.get('/api/user')
    await creator.visitor.post('/api/login', { email, password })
    assert.deepEqual(await storedLabels(desk), ['Your name'])
  })

  test('a dialog that was open is open afterwards, with its text', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator()
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('button', { name: /^Workspace: / }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).click()
    const naming = page.getByRole('dialog', { name: 'New workspace' })
    await naming.getByLabel('Name').fill('Second room')
    await endSessions(creator)
    await page.keyboard.press('Enter')
    await hasFocus(page, dialogOf(page).getByLabel('Password', { exact: true }))
    await page.keyboard.press('Escape')
    assert.equal(await naming.getByLabel('Name').inputValue(), 'Second room')
    await signInAgain(page, creator)
    await page.getByRole('button', { name: 'Workspace: Second room' }).waitFor()
  })
})
