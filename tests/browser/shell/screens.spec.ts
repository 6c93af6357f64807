import { test } from '@japa/runner'
import { atRest } from '#tests/browser/axe'
import { faultsOf, hasFocus, keyboardFaults, leavesTo, opensAndReturns } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish } from '#tests/functional/forms/factories'
import { newCreator, Visitor } from '#tests/functional/visitor'

const UNBROKEN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten'.repeat(2)

test.group('Every screen of the shell', () => {
  for (const width of [1280, 390]) {
    const options = { viewport: { width, height: 800 } }

    test(`before signing in: ${width} px`, async ({ assert, browser, cleanup }) => {
      const visitor = new Visitor()
      const context = await browser.newContext({ baseURL: visitor.baseUrl, ...options })
      cleanup(() => context.close())
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': visitor.address })
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }
      await page.goto('/')
      await page.getByRole('link', { name: 'Sign in' }).waitFor()
      await right('landing')
      for (const [path, button, message] of [
        ['/login', 'Sign in', 'Enter your password.'],
        ['/register', 'Create account', 'Enter your name.'],
        ['/setup?token=none', 'Create the first account', 'Enter your name.'],
      ] as const) {
        await page.goto(path)
        await page.getByRole('button', { name: button }).click()
        await page.getByText(message).waitFor()
        await right(path)
      }
      await page.goto('/setup')
      await page.getByRole('alert').waitFor()
      await right('incomplete link')
    })

    test(`signed in: ${width} px`, async ({ assert, browser, cleanup }) => {
      const creator = await newCreator(UNBROKEN.slice(0, 90))
      const context = await browser.newContext({ baseURL: creator.visitor.baseUrl, ...options })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      const right = async (name: string) => assert.deepEqual(await faultsOf(page), [], name)
      const wholly = async (name: string) => {
        await right(name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }

      await page.goto('/home')
      await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
      await wholly('no forms')

      const { form } = await newForm(undefined, UNBROKEN, creator)
      await newForm(undefined, 'Survey', creator)
      await publish(creator, form.id)
      await page.goto('/home')
      await page.getByRole('link', { name: UNBROKEN }).waitFor()
      await wholly('forms')
      await page.getByRole('searchbox', { name: 'Search forms' }).fill('q'.repeat(100))
      await page.getByText('No forms match').waitFor()
      await right('nothing found')
      await page.getByRole('searchbox', { name: 'Search forms' }).fill('')

      const menu = page.getByRole('menu')
      const actions = page.getByRole('button', { name: `Actions for ${UNBROKEN}` })
      await opensAndReturns(page, actions, menu, () => right('the menu of a form'))
      await actions.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete form' }).waitFor()
      await wholly('deleting a form')
      await leavesTo(page, actions)
      await opensAndReturns(
        page,
        page.getByRole('combobox', { name: 'Sort forms by' }),
        page.getByRole('listbox'),
        () => right('the orders of forms'),
      )

      const rail =
        width < 800 ? page.getByRole('dialog', { name: 'Formwright' }) : page.getByRole('navigation')
      if (width < 800) {
        const opener = page.getByRole('button', { name: 'Open the menu' })
        await opensAndReturns(page, opener, rail, () => wholly('the drawer'))
        await opener.click()
        await hasFocus(page, rail)
        // a menu that opens while the drawer still comes in gets no focus
        await atRest(page)
      } else {
        await page.getByRole('button', { name: 'Show as cards' }).click()
        await page.getByRole('button', { name: 'Show as a table' }).hover()
        await page.getByRole('tooltip').waitFor()
        await wholly('cards and a hint')
        await page.getByRole('button', { name: 'Collapse' }).click()
        await page.getByRole('button', { name: 'Expand' }).waitFor()
        await wholly('the folded rail')
        await page.getByRole('button', { name: 'Expand' }).click()
      }
      const account = rail.getByRole('button', { name: /^Account: / })
      await opensAndReturns(page, account, menu, () => right('the menu of the account'))
      const workspaces = rail.getByRole('button', { name: /^Workspace: / })
      await workspaces.click()
      await page.getByRole('menuitem', { name: 'New workspace' }).waitFor()
      await right('workspaces')
      await page.getByRole('menuitem', { name: 'New workspace' }).click()
      const naming = page.getByRole('dialog', { name: 'New workspace' })
      await naming.getByRole('button', { name: 'Create workspace' }).click()
      await naming.getByRole('alert').waitFor()
      await wholly('a new workspace')
      await leavesTo(page, workspaces)

      await page.goto('/forms/create')
      await page.getByRole('button', { name: 'Paste questions' }).click()
      await page.getByRole('textbox', { name: 'Questions' }).waitFor()
      await wholly('a new form')
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('Control+k')
      const finder = page.getByRole('combobox', { name: 'Search forms, pages, and actions' })
      await page.getByRole('option', { name: UNBROKEN }).waitFor()
      await right('finding')
      await finder.fill('no such thing')
      await page.getByText('Nothing found.').waitFor()
      await right('finding nothing')
      await page.keyboard.press('Escape')
      await finder.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
      await wholly('keys')

      await page.goto('/settings/profile')
      await page.getByText('This device').waitFor()
      await wholly('the profile')
      await page.goto('/settings/password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Enter your current password.').waitFor()
      await wholly('the password')
      await page.goto(`/forms/${form.slug}/show/share`)
      await page.getByRole('img', { name: /^QR code of / }).waitFor()
      await wholly('sharing')
      await page.goto(`/forms/${form.slug}/show/integrations`)
      await page.getByRole('button', { name: 'Add webhook' }).waitFor()
      await wholly('integrations')
      await page.goto('/forms/nothing-like-this/show/share')
      await page.getByRole('heading', { name: 'Whoops, something went wrong (404)' }).waitFor()
      await wholly('not found')
    })

    test(`waiting and failing: ${width} px`, async ({ assert, browser, cleanup }) => {
      const { creator, form } = await newForm(undefined, UNBROKEN)
      const context = await browser.newContext({ baseURL: creator.visitor.baseUrl, ...options })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }
      /** Opens a page while one address of the API is never answered, answered so, or not reached. */
      const open = async (
        path: string,
        api: string,
        answer?: { status: number; message: string } | 'none',
      ) => {
        await page.route(api, (route) => {
          if (answer === 'none') return route.abort()
          if (!answer) return undefined
          const { status, message } = answer
          return route.fulfill({ status, json: { code: 'E_TEST', message } })
        })
        await page.goto(path)
        return () => page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      const waiting = page.locator('[aria-busy=true]')
      const inShell = page.locator('body:has(a[href="#main"]) [aria-busy=true]')
      const share = `/forms/${form.slug}/show/share`
      for (const [path, api, busy] of [
        ['/home', '**/api/user', waiting],
        // the switch has a name before its workspace is known
        ['/home', '**/api/open/workspaces/', inShell],
        ['/home', '**/api/workspaces/*/forms', inShell],
        [share, `**/api/forms/${form.slug}`, inShell],
        ['/settings/profile', '**/api/sessions', inShell],
      ] as const) {
        const back = await open(path, api)
        await busy.waitFor()
        await right(`waiting for ${api}`)
        await back()
      }
      // what the server has decided is not asked again, so that nothing has to be waited for here
      const failed = { status: 403, message: 'This is not yours to see.' }
      for (const [path, api] of [
        ['/home', '**/api/user'],
        ['/home', '**/api/workspaces/*/forms'],
        [share, `**/api/forms/${form.slug}`],
        ['/settings/profile', '**/api/sessions'],
      ] as const) {
        const back = await open(path, api, failed)
        await page.getByText(failed.message).waitFor()
        await right(`failed: ${api}`)
        await back()
      }
      const back = await open('/home', '**/api/user', 'none')
      await page.getByRole('heading', { name: 'No connection' }).waitFor()
      await right('no server')
      await back()
    })
  }
})
