import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { holds } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newCreator, Visitor } from '#tests/functional/visitor'

test.group('Passwords in the browser', () => {
  test('a person changes their password by keyboard, stays signed in here and nowhere else', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator()
    const elsewhere = new Visitor()
    await elsewhere.get('/api/user')
    await elsewhere.post('/api/login', creator)
    await signIn(browserContext, creator)
    const page = await visit('/settings/profile')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Password' }).click()
    const current = page.getByLabel('Current password', { exact: true })
    const wanted = page.getByLabel('New password', { exact: true })
    await current.focus()
    assert.deepEqual(await axeFindings(page), [])

    await page.keyboard.press('Enter')
    await page.getByText('Enter your current password.').waitFor()
    await hasFocus(page, current)
    await page.keyboard.type('not this one')
    await wanted.focus()
    await page.keyboard.type('password1')
    await page.keyboard.press('Enter')
    await page.getByText('This password is wrong.').waitFor()
    await hasFocus(page, current)
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Control+a')
    await page.keyboard.type(creator.password)
    await page.keyboard.press('Enter')
    await page.getByText('This password is too easy to guess. Choose another one.').waitFor()
    await hasFocus(page, wanted)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('quite another sentence')
    await page.keyboard.press('Enter')
    await page.getByText('Password changed. You are signed out everywhere else.').waitFor()
    await holds(wanted, '')

    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).click()
    await page.getByText('This device').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Sign out / }).count(), 0)
    assert.equal((await elsewhere.get('/api/user')).status, 401)
  })

  test('an export asks for the password when it was given long ago, and then goes on by itself', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const creator = await newCreator()
    const made = await creator.visitor.post<{ data: { slug: string } }>(
      `/api/workspaces/${creator.workspaceId}/forms`,
      {
        title: 'Kept',
        blocks: [{ id: 'name0001', kind: 'text', v: 1, key: 'name', label: 'Name', settings: {} }],
      },
    )
    assert.equal(made.status, 201, made.text)
    const { slug } = made.body.data
    const draft = await creator.visitor.get<{ data: { revision: number } }>(`/api/forms/${slug}/draft`)
    const published = await creator.visitor.post(`/api/forms/${slug}/publication`, {
      revision: draft.body.data.revision,
    })
    assert.equal(published.status, 201, published.text)
    const sent = await new Visitor().post(`/api/forms/${slug}/submissions`, {
      submission_key: crypto.randomUUID(),
      answers: { name: 'Grace' },
    })
    assert.equal(sent.status, 201, sent.text)
    const dayBefore = new Date(Date.now() - 24 * 3600 * 1000)
    await db.from('sessions').where('user_id', creator.userId).update({ confirmed_at: dayBefore })

    await signIn(browserContext, creator)
    const page = await visit(`/forms/${slug}/show/submissions`)
    const button = page.getByRole('link', { name: 'Export CSV' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')
    await page.getByText('Confirm your password to continue.').waitFor()

    await button.click()
    await hasFocus(page, dialog.getByLabel('Password', { exact: true }))
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('This password is wrong.').waitFor()
    await hasFocus(page, dialog.getByLabel('Password', { exact: true }))
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Control+a')
    await page.keyboard.type(creator.password)
    const loading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await loading
    assert.match(download.suggestedFilename(), /^Kept .*\.csv$/)
    await dialog.waitFor({ state: 'detached' })

    const next = page.waitForEvent('download')
    await button.click()
    await next
  })
})
