import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import {
  draftOf,
  NAME,
  newDesk,
  openDesk,
  publish,
  saved,
  storedLabels,
  type GivenBlock,
} from '#tests/browser/editor/editor_page'
import { setRole } from '#tests/functional/place'
import { newCreator } from '#tests/functional/visitor'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'breakblock1', kind: 'page-break', settings: { title: 'Last page' } },
  { id: 'wordsblock1', kind: 'text', label: 'Words for {#nameblock01}', key: 'words' },
]

test.group('Editor: several members', () => {
  test('one publishes, closes, opens, moves and unpublishes the form: who edits it reads so at once', async ({
    assert,
    browser,
  }) => {
    const a = await newDesk(browser, { blocks: GIVEN })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    const bar = b.page.getByRole('region', { name: 'This form' })
    await bar.getByText('Draft', { exact: true }).waitFor()
    await b.page.locator(NAME).fill('Your name')
    await saved(b.page)
    await a.page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    await publish(a.page)
    await bar.getByTitle('Published').waitFor()
    await bar.getByRole('button', { name: 'More for this form' }).waitFor()

    await b.page.locator(NAME).fill('Your whole name')
    await bar.getByTitle('Unpublished changes').waitFor()
    // who only looks on reads of them, too
    const barOfA = a.page.getByRole('region', { name: 'This form' })
    await barOfA.getByTitle('Unpublished changes').waitFor()
    await a.page.getByRole('button', { name: 'More for this form' }).click()
    await a.page.getByRole('menuitem', { name: 'Close form' }).click()
    await bar.getByText('Closed', { exact: true }).waitFor()
    // what was typed meanwhile is neither lost nor in the way
    await b.page.locator(NAME).filter({ hasText: 'Your whole name' }).waitFor()
    await b.page.getByRole('button', { name: 'More for this form' }).click()
    await b.page.getByRole('menuitem', { name: 'Reopen form' }).click()
    // the bar of a laptop has no room for more than that there are unpublished changes
    const closed = barOfA.getByText('Closed', { exact: true })
    await closed.waitFor({ state: 'detached' })

    const wanted = `moved-${a.slug.slice(-6)}`
    await a.page.getByLabel('Address', { exact: true }).fill(wanted)
    await a.page.getByRole('button', { name: 'Change address' }).click()
    await b.page.waitForURL(`**/forms/${wanted}/edit`)
    await b.page.locator(NAME).fill('Your full name')
    await saved(b.page)
    await a.page.locator(NAME).filter({ hasText: 'Your full name' }).waitFor()
    assert.equal(
      (await draftOf(a)).find(({ block_id }) => block_id === 'nameblock01')?.content?.label,
      'Your full name',
    )

    await a.page.getByRole('button', { name: 'More for this form' }).click()
    await a.page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await a.page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await bar.getByText('Draft', { exact: true }).waitFor()
  })

  test('one deletes the form and is led home; who edits it is told that it is gone', async ({
    assert,
    browser,
  }) => {
    const a = await newDesk(browser, { blocks: GIVEN, title: 'Spring party' })
    const b = await openDesk(browser, a.creator, a.formId, a.slug)
    await publish(b.page)
    await b.page.route('**/draft', (route) => route.abort())
    await b.page.locator(NAME).fill('Your name')
    await b.page.getByRole('status').filter({ hasText: 'Offline, kept here' }).waitFor()
    await a.page.getByRole('button', { name: 'More for this form' }).click()
    await a.page.getByRole('menuitem', { name: 'Delete' }).click()
    const asked = a.page.getByRole('dialog', { name: 'Delete “Spring party”?' })
    await asked.getByText('Its link stops working at once.').waitFor()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let holds = () => {}
    const holding = new Promise<void>((resolve) => (holds = resolve))
    await a.page.route('**/home_page-*.js', async (route) => {
      holds()
      await held
      await route.continue()
    })
    const gone = a.page.waitForResponse((one) => one.status() === 404)
    await asked.getByRole('button', { name: 'Delete form' }).click()
    await b.page.getByRole('heading', { name: 'This form is gone' }).waitFor()
    assert.deepEqual(await axeFindings(b.page), [])
    // home is not there yet, and the form is known to be gone: no news to who deleted it
    await Promise.all([holding, gone])
    await a.page.getByText('“Spring party” is in the bin.').waitFor()
    assert.equal(await a.page.getByText(/Page Not Found|This form is gone/).count(), 0)
    goOn()
    await a.page.getByRole('heading', { name: 'Forms', exact: true }).waitFor()

    // restored, it is edited on, with what could not be saved before
    await b.page.unroute('**/draft')
    const { workspaceId, visitor } = a.creator
    const { status } = await visitor.post(`/api/workspaces/${workspaceId}/bin/${a.formId}/restoration`, {})
    assert.equal(status, 200)
    await b.page.getByRole('button', { name: 'Try again' }).click()
    await b.page.locator(NAME).filter({ hasText: 'Your name' }).waitFor()
    await saved(b.page)
    assert.include(await storedLabels(b), 'Your name')
  })

  test('a viewer reads the form and a notice, follows it live, and changes nothing', async ({
    assert,
    browser,
  }) => {
    const owner = await newDesk(browser, { blocks: GIVEN })
    const guest = await newCreator('Viewer')
    await setRole(owner.creator.workspaceId, guest.userId, 'viewer')
    for (const width of [1280, 390]) {
      const { page } = await openDesk(browser, guest, owner.formId, owner.slug, {
        viewport: { width, height: 800 },
        toLookAt: true,
      })
      const main = page.getByRole('main')
      await main
        .getByRole('alert')
        .filter({ hasText: 'You can view this form. To change it, you need the editor role.' })
        .waitFor()
      await main
        .getByRole('group', { name: /^Short text: / })
        .first()
        .waitFor()
      await main.getByRole('heading', { name: 'Last page' }).waitFor()
      await main.getByText('Words for').waitFor()
      assert.equal(await main.getByText('Next', { exact: true }).count(), 1)
      assert.equal(await main.locator('[contenteditable="true"]').count(), 0)
      for (const role of ['combobox', 'tab', 'switch'] as const)
        assert.equal(await main.getByRole(role).count(), 0, role)
      for (const name of ['Publish', 'Undo', 'Redo', 'Add', 'Settings', /^Move /])
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, String(name))
      assert.deepEqual(await axeFindings(page), [])
      // nor by keys
      await page.locator('[data-block="nameblock01"]').click()
      for (const key of ['Delete', '/', 'Enter', 'Control+d', 'Control+v', 'Control+z'])
        await page.keyboard.press(key)
      await page.keyboard.type('x')
      await owner.page.locator(NAME).fill(`Your name at ${width}`)
      await page
        .locator(NAME)
        .filter({ hasText: `Your name at ${width}` })
        .waitFor()
      assert.equal(await page.locator('[data-block]').count(), GIVEN.length)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').getByLabel(`Your name at ${width}`).waitFor()
    }
    assert.lengthOf(
      (await draftOf(owner)).filter(({ kind }) => !kind.startsWith('settings.')),
      GIVEN.length,
    )
  })
})
