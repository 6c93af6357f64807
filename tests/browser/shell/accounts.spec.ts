import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newCreator, Visitor } from '#tests/functional/visitor'

test.group('Accounts in the browser', () => {
  test('a person registers by keyboard, signs out, and comes back to where they wanted to go', async ({
    assert,
    browserContext,
    visit,
  }) => {
    await browserContext.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
    const email = `${randomUUID()}@example.com`
    const page = await visit('/forms/create')
    await page.waitForURL('**/login?next=*')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').waitFor()
    assert.deepEqual(await axeFindings(page), [])

    // the first control has the focus
    await hasFocus(page, page.getByLabel('Name'))
    await page.keyboard.type('Ada Example')
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 8 characters.').waitFor()
    const password = page.getByLabel('Password', { exact: true })
    await hasFocus(page, password)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('password1')
    await page.keyboard.press('Enter')
    await page.getByText('This password is too easy to guess. Choose another one.').first().waitFor()
    await hasFocus(page, password)
    await password.fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/forms/create')

    await page.getByRole('button', { name: 'Account: Ada Example' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    // a token that is out of date is renewed, not complained about
    await browserContext.clearCookies({ name: /^XSRF-TOKEN_/ })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/home')
  })

  test('a session is ended from another one, which then has to sign in', async ({
    assert,
    browser,
    browserContext,
  }) => {
    const creator = await newCreator()
    await signIn(browserContext, creator)
    const other = await browser.newContext({ baseURL: creator.visitor.baseUrl })
    await other.setExtraHTTPHeaders({ 'x-forwarded-for': creator.visitor.address })
    const there = await other.newPage()
    await there.goto('/login')
    await there.getByLabel('Email').fill(creator.email)
    await there.getByLabel('Password', { exact: true }).fill(creator.password)
    await there.getByRole('button', { name: 'Sign in' }).click()
    await there.waitForURL('**/home')

    const here = await browserContext.newPage()
    await here.goto('/settings')
    await here.waitForURL('**/settings/profile')
    await here.getByText('This device').waitFor()
    assert.deepEqual(await axeFindings(here), [])
    await here.getByRole('button', { name: /^Sign out / }).click()
    await here.getByRole('button', { name: /^Sign out / }).waitFor({ state: 'detached' })
    await here.locator('#main:focus').waitFor()

    await there.getByRole('link', { name: 'Settings' }).click()
    const dialog = there.getByRole('dialog', { name: 'You are signed out' })
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    assert.deepEqual(await axeFindings(there), [])
    await dialog.getByRole('button', { name: 'Use another account' }).click()
    await there.waitForURL('**/login?next=%2Fsettings%2Fprofile')
    await other.close()
  })

  test('a workspace is made and switched to, and the forms are its own', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator('Grace Example')
    const made = await creator.visitor.post(`/api/workspaces/${creator.workspaceId}/forms`, {
      title: 'Mine alone',
    })
    assert.equal(made.status, 201)
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('link', { name: 'Mine alone' }).waitFor()
    await page.getByRole('button', { name: /^Workspace: / }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second room')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByRole('button', { name: 'Workspace: Second room' }).waitFor()
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    await page.getByRole('button', { name: 'Workspace: Second room' }).click()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('menuitem', { name: /^Grace Example/ }).click()
    await page.getByRole('link', { name: 'Mine alone' }).waitFor()
  })
})
