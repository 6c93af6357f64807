import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { faultsOf, hasFocus, keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { setRole } from '#tests/functional/place'
import { newToken, Program } from '#tests/functional/program'
import { newCreator } from '#tests/functional/visitor'

const CURRENT = '/api/access-tokens/current'

test.group('Access tokens in the browser', () => {
  for (const width of [1280, 390]) {
    test(`a token is made by keyboard, shown once, used and revoked: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const creator = await newCreator()
      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 800 },
      })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }
      await page.goto('/settings/access-tokens')
      const create = page.getByRole('button', { name: 'New token' })
      await page.getByRole('heading', { name: 'No access tokens yet' }).waitFor()
      await right('empty')

      await create.press('Enter')
      const name = page.getByRole('textbox', { name: 'Name' })
      await hasFocus(page, name)
      await page.getByRole('button', { name: 'Create token' }).press('Enter')
      await page.getByText('Enter a name.').waitFor()
      await page.getByText('Choose at least one permission.').waitFor()
      await hasFocus(page, name)
      await right('missing')
      await name.fill('Nightly script')
      await page.getByRole('checkbox', { name: 'Read forms' }).press('Space')
      await page.getByRole('checkbox', { name: 'Read submissions' }).press('Space')
      // the password was given long ago
      const dayBefore = new Date(Date.now() - 24 * 3600_000)
      await db.from('sessions').where('user_id', creator.userId).update({ confirmed_at: dayBefore })
      await name.press('Enter')
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(creator.password)
      await page.getByRole('button', { name: 'Continue' }).click()

      const field = page.getByRole('textbox', { name: 'Access token' })
      await field.waitFor()
      await hasFocus(page, field)
      await right('shown once')
      const program = new Program(await field.inputValue())
      const seen = await program.get<{ data: { name: string; scopes: string[]; expires_at: string } }>(
        CURRENT,
      )
      assert.equal(seen.body.data.name, 'Nightly script')
      assert.deepEqual(seen.body.data.scopes, ['forms:read', 'submissions:read'])
      const days = (Date.parse(seen.body.data.expires_at) - Date.now()) / (24 * 3600_000)
      assert.closeTo(days, 90, 0.1)
      await page.getByRole('button', { name: 'Done' }).press('Enter')
      await field.waitFor({ state: 'detached' })
      await page.reload()
      const item = page.getByRole('listitem').filter({ hasText: 'Nightly script' })
      await item.getByText('Read forms, Read submissions').waitFor()
      await item.getByText('Used now').waitFor()
      assert.notInclude(await page.content(), program.token)
      await right('list')

      await item.getByRole('button', { name: 'Revoke Nightly script' }).press('Enter')
      await page.getByRole('heading', { name: 'Revoke “Nightly script”?' }).waitFor()
      await right('revoking')
      await page.getByRole('button', { name: 'Revoke token' }).press('Enter')
      await page.getByRole('heading', { name: 'No access tokens yet' }).waitFor()
      assert.equal((await program.get(CURRENT)).status, 401)
    }).timeout(60_000)
  }

  test('an admin sees whose tokens there are, a viewer only their own', async ({
    assert,
    browser,
    browserContext,
    cleanup,
  }) => {
    const owner = await newCreator('Grace Owner')
    const viewer = await newCreator('Val Viewer')
    await setRole(owner.workspaceId, viewer.userId, 'viewer')
    await newToken(viewer.visitor, owner.workspaceId, ['forms:read'])
    await newToken(owner.visitor, owner.workspaceId, ['submissions:read'])
    await signIn(browserContext, owner)
    const page = await browserContext.newPage()
    await page.goto('/settings/access-tokens')
    await page.getByRole('listitem').filter({ hasText: 'Val Viewer' }).getByText('Read forms').waitFor()
    const context = await browser.newContext({ baseURL: viewer.visitor.baseUrl })
    cleanup(() => context.close())
    await viewer.visitor.put('/api/workspaces/current', { workspace_id: owner.workspaceId })
    await signIn(context, viewer)
    const hers = await context.newPage()
    await hers.goto('/settings/access-tokens')
    await hers.getByText('Read forms').waitFor()
    assert.equal(await hers.getByText('Read submissions').count(), 0)
  })
})
