import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { NAME, NAME_AND_CITY, newDesk, publish, saved } from '#tests/browser/editor/editor_page'
import { hasFocus } from '#tests/browser/shell/screen'
import { newForm } from '#tests/functional/forms/factories'

const finder = (page: Page) => page.getByRole('combobox', { name: 'Search forms, pages, and actions' })

/** What the palette offers of one group, in order. */
async function offers(page: Page, group: string): Promise<string[]> {
  const options = await page.getByRole('group', { name: group, exact: true }).getByRole('option').all()
  return Promise.all(options.map(async (option) => (await option.locator('bdi').textContent()) ?? ''))
}

test.group('Palette of commands in a form', () => {
  test('offers what can be done with this form, then other forms, then the rest; all of it is found', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, creator } = desk
    await newForm(undefined, 'Another form', creator)
    const open = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('group', { name: 'Other forms' }).waitFor()
    }
    await open()
    assert.deepEqual(await offers(page, 'This form'), [
      'Publish',
      'Preview',
      'Add a block',
      'Media library',
      'Submissions',
      'Integrations',
      'Share',
      'Duplicate form',
      'Delete form',
    ])
    assert.deepEqual(await offers(page, 'Other forms'), ['Another form'])
    assert.include(await offers(page, 'Actions'), 'Settings')
    await page.getByRole('option', { name: 'Publish', selected: true }).waitFor()
    await page.getByRole('option', { name: 'Add a block' }).locator('kbd', { hasText: '/' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await finder(page).fill('sett')
    await page.getByRole('option', { name: 'Settings', selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await finder(page).waitFor({ state: 'detached' })

    // only what can be done is offered
    await publish(page)
    await page.locator(NAME).fill('Full name')
    await saved(page)
    await open()
    const later = await offers(page, 'This form')
    for (const one of ['Copy link', 'Undo', 'Close form', 'Unpublish']) assert.include(later, one)
    for (const one of ['Redo', 'Reopen form', 'Versions']) assert.notInclude(later, one)
    await finder(page).fill('undo')
    await page.keyboard.press('Enter')
    await page
      .locator(NAME)
      .filter({ hasText: /^Name$/ })
      .waitFor()
  })

  test('does what it says, by keyboard alone', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page, slug } = desk
    const run = async (typed: string) => {
      await page.keyboard.press('Control+k')
      await finder(page).fill(typed)
      await page.keyboard.press('Enter')
      await finder(page).waitFor({ state: 'detached' })
    }
    await run('publish')
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: 'Publish version 1' }).press('Enter')
    await sheet.getByText('Version 1 is published.').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await run('copy link')
    await page.getByText('Link copied.').waitFor()
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), new RegExp(`/forms/${slug}$`))
    await run('question')
    const line = page.locator('[data-adder]').getByRole('combobox', { name: 'Add a block' })
    await hasFocus(page, line)
    await page.keyboard.press('Escape')
    await run('submissions')
    await page.waitForURL(`**/forms/${slug}/show/submissions`)
    // until it is gone, the editor shows the preview itself
    await page.locator('[data-block]').first().waitFor({ state: 'detached' })
    await run('preview')
    await page.waitForURL(`**/forms/${slug}/edit`)
    await page.frameLocator('iframe').getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Preview' }).waitFor({ state: 'detached' })
    await run('unpublish')
    await page.getByRole('dialog', { name: 'Unpublish this form?' }).waitFor()
  })
})
