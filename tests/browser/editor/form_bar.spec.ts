import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { NAME, NAME_AND_CITY, newDesk, publish, saved, type Desk } from '#tests/browser/editor/editor_page'
import { eventually } from '#tests/browser/eventually'
import { hasFocus } from '#tests/browser/shell/screen'
import { newForm } from '#tests/functional/forms/factories'

const TITLE = 'Registration for the conference on design systems in Vienna, spring 2027 edition'
const bar = (page: Page) => page.getByRole('region', { name: 'This form' })

/** Where tabs, buttons and paper stand on wide screens. */
async function places(page: Page): Promise<object> {
  const found: Record<string, unknown> = {}
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    found[width] = await page.evaluate(`
      [...document.querySelectorAll(
        '[aria-label="This form"], [aria-label="This form"] :is(nav a, button:not([aria-haspopup=dialog])), ' +
          '[data-page], [data-page] h1',
      )].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.textContent.slice(0, 4), x, y, width, height].join(' ')
      })
    `)
  }
  return found
}

test.group('Editor: the bar of a form', () => {
  test('nothing moves when a key is pressed, whatever state the form is in and whatever is told', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, title: TITLE })
    const { page, context, creator, formId } = desk
    const before = await places(page)
    const still = async (when: string) => assert.deepEqual(await places(page), before, when)
    const type = async () => {
      await page.locator(NAME).click()
      await page.keyboard.type('x')
    }

    await page.route('**/draft', (route) => route.abort())
    await type()
    await bar(page)
      .getByText('Saving', { exact: true })
      .or(bar(page).getByText('Offline', { exact: true }))
      .first()
      .waitFor()
    await still('while it is saved')
    await context.setOffline(true)
    await page.getByText('No connection. What you typed stays here.').waitFor()
    await bar(page).getByRole('button', { name: 'Offline' }).waitFor()
    await still('without a connection')
    await page.unroute('**/draft')
    await context.setOffline(false)
    await saved(page)
    await bar(page).getByTitle('Draft').waitFor()
    await still('as a draft that is saved')

    await publish(page)
    await bar(page).getByTitle('Published').waitFor()
    assert.equal(await bar(page).getByRole('button', { name: 'Published' }).count(), 1)
    await still('published')
    // at once, and not only when the server has heard of it
    const told = Promise.withResolvers<void>()
    await page.route('**/draft', async (route) => {
      await told.promise
      await route.continue()
    })
    await page.locator(NAME).press('End')
    await page.keyboard.type('.')
    await bar(page).getByTitle('Unpublished changes').waitFor()
    assert.equal(await bar(page).getByRole('button', { name: 'Publish', exact: true }).count(), 1)
    told.resolve()
    await saved(page)
    await page.unroute('**/draft')
    // taken back, it is what is published
    await page.keyboard.press('Control+z')
    await bar(page).getByTitle('Published').waitFor()
    // so it is when one block was moved, and the other then behind it
    for (const [id, now] of [
      ['nameblock01', 'Unpublished changes'],
      ['cityblock01', 'Published'],
    ]) {
      await page.locator(`[data-block="${id}"]`).focus()
      await page.keyboard.press('Alt+ArrowDown')
      await bar(page).getByTitle(now).waitFor()
      await saved(page)
    }
    await type()
    await bar(page).getByTitle('Unpublished changes').waitFor()
    assert.equal(await bar(page).getByRole('button', { name: 'Publish', exact: true }).count(), 1)
    await still('with changes')
    await creator.visitor.post(`/api/forms/${formId}/closure`)
    await bar(page).getByTitle('Closed').waitFor()
    await still('closed')

    await page.locator(NAME).fill('x'.repeat(20_001))
    await bar(page).getByRole('button', { name: '1 change not saved' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
  })

  test('it is the same on every page of the form; what belongs to the editor opens there', async ({
    assert,
    browser,
  }) => {
    const desk: Desk = await newDesk(browser, { blocks: NAME_AND_CITY, title: TITLE })
    const { page, slug } = desk
    const names = ['Edit', 'Submissions', 'Integrations', 'Share', 'Preview', 'Publish', 'More for this form']
    const where = async () => {
      const boxes = []
      for (const name of names) {
        const one = bar(page)
          .getByRole('link', { name, exact: true })
          .or(bar(page).getByRole('button', { name, exact: true }))
        boxes.push([name, (await one.boundingBox())?.x])
      }
      return boxes
    }
    const edit = await where()
    for (const name of ['Submissions', 'Integrations', 'Share']) {
      await bar(page).getByRole('link', { name }).click()
      await bar(page).locator(`[aria-current=page]:text("${name}")`).waitFor()
      assert.deepEqual(await where(), edit, name)
    }
    const open = bar(page).getByRole('button', { name: 'Publish', exact: true })
    await open.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: 'Publish version 1' }).waitFor()
    assert.match(page.url(), new RegExp(`/forms/${slug}/edit$`))
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await hasFocus(page, open)
    await page.goBack()
    await bar(page).locator('[aria-current=page]:text("Share")').waitFor()
    await bar(page).getByRole('link', { name: 'Edit' }).click()
    await page.locator(NAME).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('the rail is narrow inside of a form, and shows the workspace of that form', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY, viewport: { width: 1440, height: 900 } })
    const { context, page, creator, slug } = desk
    const { body } = await creator.visitor.post<{ data: { id: string } }>('/api/workspaces', {
      name: 'Second',
    })
    await newForm(undefined, 'In the second', { ...creator, workspaceId: body.data.id })
    const { baseUrl: url } = creator.visitor
    await context.addCookies([{ name: 'currentWorkspace', value: body.data.id, url }])
    const rail = page.getByRole('navigation', { name: 'Main' })
    const width = async () => (await rail.boundingBox())?.width
    await page.goto('/home')
    await page.getByRole('link', { name: 'In the second' }).waitFor()
    assert.equal(await width(), 231)
    await page.goto(`/forms/${slug}/edit`)
    await rail.getByRole('button', { name: /^Workspace: Ada/ }).waitFor()
    assert.equal(await width(), 55)
    // the paper has the column of the public page
    await eventually(async () =>
      assert.isAtLeast(
        (await page.locator('[data-page] [data-block]').first().boundingBox())?.width ?? 0,
        600,
      ),
    )
    await rail.getByRole('button', { name: 'Expand' }).click()
    await page.reload()
    await rail.getByRole('button', { name: 'Collapse' }).click()
    assert.equal(await width(), 55)
    await rail.getByRole('link', { name: 'Forms' }).click()
    await page.getByRole('link', { name: 'A form' }).waitFor()
    assert.equal(await width(), 231)
  })

  test('what opens from the bar or beside the page stays where it is while the page is scrolled', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY, viewport: { width: 1280, height: 500 } })
    /** Whether the page is scrolled, and by how much what opened moves with it, before anybody can bring it back. */
    const moved = (role: string) =>
      page.evaluate<[boolean, number]>(`(() => {
        const opened = [...document.querySelectorAll('[role="${role}"]')].find((one) => one.checkVisibility())
        const place = () => opened.getBoundingClientRect().y
        const [before, top] = [place(), scrollY]
        scrollTo(0, top > 20 ? 0 : 40)
        return [Math.abs(scrollY - top) > 20, place() - before]
      })()`)
    await page.getByRole('complementary', { name: 'Settings' }).getByLabel('Typeface').click()
    await page.getByRole('option', { name: 'Mono' }).waitFor()
    assert.deepEqual(await moved('option'), [true, 0])
    await page.keyboard.press('Escape')

    // a press that begins on an item ends on it, also where a control that comes late moves the page meanwhile
    await page.locator(NAME).click()
    for (const menu of ['Turn into', 'More for this form', /^Account: /]) {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem').first().waitFor()
      assert.deepEqual(await moved('menuitem'), [true, 0], String(menu))
      await page.keyboard.press('Escape')
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    }
    // in a low window all of it can be reached
    await page.setViewportSize({ width: 1280, height: 240 })
    await page.getByRole('button', { name: 'Turn into' }).press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('ArrowUp')
    await hasFocus(page, page.getByRole('menuitem').last())
    const last = await page.getByRole('menuitem').last().boundingBox()
    assert.isAtMost((last?.y ?? 0) + (last?.height ?? 0), 240)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 500 })

    await page.getByRole('textbox', { name: 'Form title' }).fill('x'.repeat(301))
    await page.getByRole('button', { name: '1 change not saved' }).click()
    await page.getByRole('button', { name: 'Discard this change' }).waitFor()
    assert.deepEqual(await moved('dialog'), [true, 0])
  })

  test('the buttons that hide a column stand beside the paper, and hide nothing of it', async ({
    assert,
    browser,
  }) => {
    const { page } = await newDesk(browser, { blocks: NAME_AND_CITY })
    const across = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)] as const
    }
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const paper = await page.locator('[data-page]').boundingBox()
      assert.isAtMost((await across('Hide the blocks'))[1], paper?.x ?? 0, `${width}`)
      assert.isAtLeast((await across('Hide the settings'))[0], (paper?.x ?? 0) + (paper?.width ?? 0))
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const column of ['blocks', 'settings'])
      await page.getByRole('button', { name: `Hide the ${column}` }).click()
    const paper = await page.locator('[data-page]').boundingBox()
    assert.isAtMost((await across('Show the blocks'))[1], paper?.x ?? 0)
    assert.isAtLeast((await across('Show the settings'))[0], (paper?.x ?? 0) + (paper?.width ?? 0))
  })
})
