import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { freePort, Instance } from '#tests/functional/ground/instance'

test.group('Setting up in the browser', () => {
  test('the operator makes the first account with the printed link; the link is then dead', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const storage = mkdtempSync(join(tmpdir(), 'formwright-setup-'))
    const port = await freePort()
    const instance = new Instance({ STORAGE_DIR: storage, PORT: String(port), REGISTRATION: 'invited' })
    cleanup(async () => {
      await instance.stop()
      rmSync(storage, { recursive: true, force: true })
    })
    await instance.ready()
    const open = async (path: string) => {
      const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
      cleanup(() => context.close())
      const page = await context.newPage()
      await page.goto(path)
      return page
    }
    const link = `/setup?token=${instance.setupToken()}`

    const incomplete = await open('/setup')
    await incomplete.getByRole('alert').getByText('This link is incomplete.').waitFor()
    assert.deepEqual(await axeFindings(incomplete), [])

    const uninvited = await open('/register')
    await uninvited.getByText('New accounts are by invitation here.').waitFor()
    assert.deepEqual(await axeFindings(uninvited), [])

    const stranger = await open('/register?invitation=none')
    await stranger.getByLabel('Name').fill('Mallory')
    await stranger.getByLabel('Email').fill('mallory@example.com')
    await stranger.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await stranger.getByRole('button', { name: 'Create account' }).click()
    await stranger.getByRole('alert').getByText('To create the first account, open the setup link').waitFor()

    const page = await open(link)
    const late = await open(link)
    await page.getByLabel('Name').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    for (const one of [page, late]) {
      await one.getByLabel('Name').fill('Ada Example')
      await one.getByLabel('Email').fill('ada@example.com')
      await one.getByLabel('Password', { exact: true }).fill('correct horse battery')
    }
    await page.getByRole('button', { name: 'Create the first account' }).click()
    await page.waitForURL('**/home')
    await page.getByRole('button', { name: 'Account: Ada Example' }).waitFor()

    await late.getByRole('button', { name: 'Create the first account' }).click()
    await late.getByRole('alert').getByText('This setup link was used').waitFor()
    assert.deepEqual(await axeFindings(late), [])
  })
})
