import { test } from '@japa/runner'
import { within } from '#app/workspaces/within'
import { axeFindings } from '#tests/browser/axe'
import { saved } from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { type FormItem, newForm, publish } from '#tests/functional/forms/factories'
import { setRole } from '#tests/functional/place'
import { newCreator } from '#tests/functional/visitor'

test.group('Home in the browser', () => {
  test('who is not signed in tries the example, in the theme they choose', async ({ assert, visit }) => {
    const page = await visit('/')
    const example = page.frameLocator('iframe[title="Example form"]')
    await example.getByRole('textbox', { name: 'Your name' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Tight').click()
    await eventually(async () => {
      const raised = `getComputedStyle(document.querySelector('iframe').contentDocument.documentElement).getPropertyValue('--raised')`
      assert.equal((await page.evaluate<string>(raised)).trim(), '#f4f4f2')
    })
    await example.getByRole('textbox', { name: 'Your name' }).fill('Ada')
    await example.getByRole('radio', { name: 'Binding books' }).check()
    await example.getByRole('button', { name: 'Next' }).click()
    await example.getByRole('textbox', { name: 'How many seats, Ada?' }).fill('2')
    await example.getByText('$90').waitFor()
    await example.getByRole('button', { name: 'Send' }).click()
    await example.getByRole('heading', { name: 'See you there, Ada' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
  })

  test('the first form begins from the empty page', async ({ assert, browserContext, visit }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/')
    await page.waitForURL('**/home')
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Blank form' }).click()
    await page.waitForURL(/\/forms\/form-[a-z0-9]{6}\/edit$/)
    // its title is selected, Enter goes on to the first question
    await hasFocus(page, page.getByRole('textbox', { name: 'Form title' }))
    await page.keyboard.type('Café survey')
    await page.keyboard.press('Enter')
    await page.locator('[data-block] [data-text="label"]:focus').waitFor()
    await page.keyboard.type('Tea or coffee?')
    await saved(page)
    await page.goBack()
    await page.getByRole('rowheader', { name: 'Café survey' }).waitFor()
  })

  test('lines that are pasted become the questions of a form, and the example is a form to change', async ({
    assert,
    browserContext,
    visit,
  }) => {
    await signIn(browserContext, await newCreator())
    const page = await visit('/forms/create')
    await page.getByRole('button', { name: 'Paste questions' }).click()
    await hasFocus(page, page.getByRole('textbox', { name: 'Questions' }))
    await page.getByRole('button', { name: 'Create form' }).click()
    await page.getByText('Paste or type at least one question.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await hasFocus(page, page.getByRole('textbox', { name: 'Questions' }))
    await page.keyboard.type(' Who are you?\n\nWhere from?')
    await page.getByRole('button', { name: 'Create form' }).click()
    await page.waitForURL('**/edit')
    const labels = page.locator('[data-block] [data-text="label"]')
    await labels.nth(1).waitFor()
    assert.deepEqual(await labels.allTextContents(), ['Who are you?', 'Where from?'])
    await hasFocus(page, page.getByRole('textbox', { name: 'Form title' }))
    await page.keyboard.type('Guests')
    await saved(page)

    await page.goto('/home')
    await page.getByRole('link', { name: 'Other ways to start' }).click()
    await page.getByRole('button', { name: 'Example A workshop' }).click()
    await page
      .getByRole('textbox', { name: 'Form title' })
      .filter({ hasText: 'Workshop registration' })
      .waitFor()
    await page.getByRole('textbox', { name: 'Label' }).filter({ hasText: 'Which workshop?' }).waitFor()
  })

  test('forms are searched, sorted, shown as cards and deleted', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator, form } = await newForm(undefined, 'Zebra count')
    await publish(creator, form.id)
    await newForm(undefined, 'Apple survey', creator)
    await newForm(undefined, 'Banana survey', creator)
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('row').nth(3).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByTitle('Published').waitFor()

    await page.getByRole('searchbox', { name: 'Search forms' }).fill('SURVEY app')
    await page.getByRole('link', { name: 'Banana survey' }).waitFor({ state: 'detached' })
    assert.deepEqual(await page.getByRole('rowheader').allTextContents(), ['Apple survey'])
    await page.getByRole('searchbox', { name: 'Search forms' }).fill('no such form')
    await page.getByText('No forms match “no such form”.').waitFor()
    await page.getByRole('searchbox', { name: 'Search forms' }).fill('')

    await page.getByRole('combobox', { name: 'Sort forms by' }).click()
    await page.getByRole('option', { name: 'Title' }).click()
    await eventually(async () => {
      const titles = await page.getByRole('rowheader').allTextContents()
      assert.deepEqual(titles, ['Apple survey', 'Banana survey', 'Zebra count'])
    })
    await page.getByRole('button', { name: 'Show as cards' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Zebra count' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])

    await page.getByRole('button', { name: 'Actions for Banana survey' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete “Banana survey”?' })
    await asked.getByText('For 30 days it can be restored from the bin').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Delete form' }).click()
    await page.getByRole('link', { name: 'Banana survey' }).waitFor({ state: 'detached' })
    await page.locator('#main:focus').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Banana survey” is back.').waitFor()
    await page.getByRole('link', { name: 'Banana survey' }).waitFor()
  })

  test('what is in the bin is restored, or deleted for good', async ({ assert, browserContext, visit }) => {
    const { creator, form } = await newForm(undefined, 'Zebra count')
    const titles = [
      'Apple survey',
      'Banana survey',
      'A survey with a title that is longer than a telephone is wide',
    ]
    const deleted: FormItem[] = []
    for (const title of titles) {
      const { form: gone } = await newForm(undefined, title, creator)
      await creator.visitor.delete(`/api/forms/${gone.id}`)
      deleted.push(gone)
    }
    const [first] = deleted
    await signIn(browserContext, creator)
    const { form: namesake } = await newForm(undefined, 'Apple survey', creator)
    const page = await visit('/home')
    await page.getByRole('link', { name: form.title }).waitFor()
    await page.getByRole('link', { name: 'Bin' }).press('Enter')
    await page.getByRole('heading', { name: 'Bin' }).waitFor()
    await page.getByText('No submissions, deleted').nth(2).waitFor()
    await page.getByText('Gone for good in 30 days.').nth(2).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.setViewportSize({ width: 390, height: 844 })
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Restore Apple survey' }).press('Enter')
    await page.getByText('“Apple survey” is back.').waitFor()
    await page.locator('#main:focus').waitFor()
    // two that are called the same are told apart by their addresses
    for (const { id } of [first, namesake]) await creator.visitor.delete(`/api/forms/${id}`)
    await page.reload()
    await page.getByRole('button', { name: `Restore Apple survey (${namesake.slug})` }).waitFor()
    await page.getByRole('button', { name: `Restore Apple survey (${first.slug})` }).press('Enter')
    await page.getByRole('button', { name: 'Restore Apple survey', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete Banana survey for good' }).press('Enter')
    const asked = page.getByRole('dialog', { name: 'Delete “Banana survey” for good?' })
    await asked.getByText('Nobody can bring it back. It has no submissions.').waitFor()
    await asked.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await page.getByRole('button', { name: 'Restore Banana survey' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Empty bin' }).press('Enter')
    await page.getByRole('button', { name: 'Delete all for good' }).press('Enter')
    await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Back to forms' }).press('Enter')
    await page.getByRole('link', { name: 'Apple survey' }).waitFor()
  })

  test('a form is duplicated from the list, and from its own bar', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Rota')
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('button', { name: 'Actions for Rota' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/\/forms\/copy-of-rota-[a-z0-9]{6}\/edit$/)
    await page.getByText('Submissions and integrations were not copied.').waitFor()
    await page.locator('[data-block]').filter({ hasText: 'Name' }).waitFor()
    await page.getByRole('button', { name: 'More for this form' }).click()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/\/forms\/copy-of-copy-of-rota-[a-z0-9]{6}\/edit$/)
    await page.goto(new URL('/home', page.url()).href)
    for (const title of ['Copy of Copy of Rota', 'Copy of Rota', 'Rota'])
      await page.getByRole('rowheader', { name: title, exact: true }).waitFor()
  })

  test('of more forms than are shown at once the server finds and sorts those that are asked for', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Apple survey')
    await within(creator.workspaceId, async ({ trx }) => {
      await trx.rawQuery(
        `insert into forms (workspace_id, slug, title, updated_at)
         select ?, 'banana-' || n || '-' || translate(substr(md5(random()::text), 1, 8), '0123456789', 'ghijklmnop'), 'Banana count ' || n, now() + interval '1 hour'
         from generate_series(1, 60) n`,
        [creator.workspaceId],
      )
    })
    await signIn(browserContext, creator)
    const page = await visit('/home')
    const titles = () => page.getByRole('rowheader').allTextContents()
    await page.getByRole('link', { name: 'Banana count 60', exact: true }).waitFor()
    assert.notInclude(await titles(), 'Apple survey')

    await page.getByRole('searchbox', { name: 'Search forms' }).fill('apple')
    await page.getByRole('link', { name: 'Apple survey' }).waitFor()
    await eventually(async () => assert.deepEqual(await titles(), ['Apple survey']))
    await page.getByRole('searchbox', { name: 'Search forms' }).fill('no such form')
    await page.getByText('No forms match “no such form”.').waitFor()
    await page.getByRole('searchbox', { name: 'Search forms' }).fill('')
    await page.getByRole('combobox', { name: 'Sort forms by' }).click()
    await page.getByRole('option', { name: 'Title' }).click()
    const sorted = ['Apple survey', ...Array.from({ length: 60 }, (_, n) => `Banana count ${n + 1}`)]
    await page.getByRole('link', { name: 'Apple survey' }).waitFor()
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    assert.deepEqual(await titles(), sorted.slice(0, 50))
    await page.getByRole('button', { name: 'Show more' }).click()
    await eventually(async () => assert.deepEqual(await titles(), sorted))
    assert.deepEqual(await axeFindings(page), [])

    await page.reload()
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    await page.keyboard.press('Control+k')
    const finder = page.getByRole('combobox', { name: 'Search forms, pages, and actions' })
    await finder.fill('count 60')
    await page.getByRole('option', { name: 'Banana count 60' }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1)
  })

  test('what is searched and sorted stays after Back and a reload, and every tab has its own', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Zebra survey')
    await newForm(undefined, 'Apple survey', creator)
    await newForm(undefined, 'Banana count', creator)
    await signIn(browserContext, creator)
    const page = await visit('/home')
    const search = page.getByRole('searchbox', { name: 'Search forms' })
    const titles = () => page.getByRole('rowheader').allTextContents()
    await page.getByRole('combobox', { name: 'Sort forms by' }).click()
    await page.getByRole('option', { name: 'Title' }).click()
    await search.pressSequentially('survey & co')
    await page.getByText('No forms match “survey & co”.').waitFor()
    await search.fill('survey')
    await page.waitForURL('**/home?sort=title&search=survey')
    assert.deepEqual(await titles(), ['Apple survey', 'Zebra survey'])

    await page.getByRole('link', { name: 'Zebra survey' }).click()
    await page.waitForURL('**/edit')
    await page.goBack()
    await page.getByRole('link', { name: 'Zebra survey' }).waitFor()
    assert.equal(await search.inputValue(), 'survey')
    assert.deepEqual(await titles(), ['Apple survey', 'Zebra survey'])
    await page.reload()
    await page.getByRole('link', { name: 'Zebra survey' }).waitFor()
    assert.equal(await search.inputValue(), 'survey')
    assert.deepEqual(await titles(), ['Apple survey', 'Zebra survey'])

    const other = await visit('/home')
    await other.getByRole('link', { name: 'Banana count' }).waitFor()
    assert.equal(await other.getByRole('searchbox', { name: 'Search forms' }).inputValue(), '')
    assert.deepEqual(await other.getByRole('rowheader').allTextContents(), [
      'Banana count',
      'Apple survey',
      'Zebra survey',
    ])

    await page.getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByRole('link', { name: 'Banana count' }).waitFor()
    assert.equal(await search.inputValue(), '')
    await page.goBack()
    await page.getByRole('link', { name: 'Banana count' }).waitFor({ state: 'detached' })
    assert.equal(await search.inputValue(), 'survey')
  })

  test('an editor deletes a form, a viewer is not offered to', async ({ assert, browser }) => {
    const { creator, form } = await newForm(undefined, 'Ours')
    for (const role of ['viewer', 'editor'] as const) {
      const member = await newCreator()
      await setRole(creator.workspaceId, member.userId, role)
      const context = await browser.newContext({ baseURL: creator.visitor.baseUrl })
      await signIn(context, member)
      await context.addCookies([
        { name: 'currentWorkspace', value: creator.workspaceId, url: creator.visitor.baseUrl },
      ])
      const page = await context.newPage()
      await page.goto('/home')
      await page.getByRole('button', { name: 'Actions for Ours' }).click()
      await page.getByRole('menuitem', { name: 'Submissions' }).waitFor()
      const remove = page.getByRole('menuitem', { name: 'Delete' })
      if (role === 'viewer') assert.equal(await remove.count(), 0)
      else {
        await page.goto(`/forms/${form.slug}/edit`)
        await page.getByRole('button', { name: 'More for this form' }).click()
        await remove.click()
        await page.getByText('For 30 days it can be restored from the bin').waitFor()
        await page.getByRole('button', { name: 'Delete form' }).click()
        await page.getByText('“Ours” is in the bin.').waitFor()
        await page.waitForURL('**/home')
      }
      await context.close()
    }
  })

  test('Ctrl-K finds a form, ? lists keys, an unknown address says so', async ({
    assert,
    browserContext,
    visit,
  }) => {
    const { creator } = await newForm(undefined, 'Quarterly review')
    await signIn(browserContext, creator)
    const page = await visit('/home')
    await page.getByRole('link', { name: 'Quarterly review' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' })
    // nothing had the focus before
    await page.locator('#main:focus').waitFor()
    await page.keyboard.press('Control+k')
    const finder = page.getByRole('combobox', { name: 'Search forms, pages, and actions' })
    await page.getByRole('option', { name: 'New form', selected: true }).waitFor()
    for (const [key, chosen] of [
      ['ArrowDown', 'Forms'],
      ['ArrowDown', 'Settings'],
      ['ArrowUp', 'Forms'],
    ] as const) {
      await finder.press(key)
      const option = page.getByRole('option', { name: chosen, exact: true, selected: true })
      await option.waitFor()
      assert.equal(await finder.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    }
    await finder.fill('quarter')
    await page.getByRole('option', { name: 'Quarterly review' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/forms\/quarterly-review-[a-z0-9]{6}\/edit$/)

    await page.goto('/forms/nothing-like-this/show/submissions')
    await page.getByRole('heading', { name: 'Whoops, something went wrong (404)' }).waitFor()
    await page.getByText('Page Not Found: /forms/nothing-like-this/show/submissions').waitFor()
    await eventually(async () => assert.equal(await page.title(), '404 - Page not found · Formwright'))
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Go Home' }).click()
    await page.waitForURL('**/home')
  })

  test('every page of the shell fits a phone', async ({ assert, browser }) => {
    const { creator, form } = await newForm(undefined, 'A form with a rather long title for a small screen')
    const context = await browser.newContext({
      baseURL: creator.visitor.baseUrl,
      viewport: { width: 390, height: 800 },
      colorScheme: 'dark',
    })
    await signIn(context, creator)
    const page = await context.newPage()
    for (const [path, shown] of [
      ['/home', page.getByRole('link', { name: 'A form with' })],
      ['/forms/create', page.getByRole('button', { name: 'Blank form' })],
      ['/settings/profile', page.getByText('This device')],
      [`/forms/${form.slug}/show/submissions`, page.getByRole('heading', { name: 'No submissions yet' })],
      [`/forms/${form.slug}/show/integrations`, page.getByRole('button', { name: 'Add webhook' })],
      [`/forms/${form.slug}/show/share`, page.getByRole('img', { name: /^QR code of / })],
    ] as const) {
      await page.goto(path)
      await shown.waitFor()
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.isAtMost(wide, 0, path)
      assert.deepEqual(await axeFindings(page), [], path)
    }
    await page.goto('/home')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('**/settings/profile')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await context.close()
  })
})
