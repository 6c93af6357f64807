import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { blocks, draftOf, newDesk, publish, saved, type Desk } from '#tests/browser/editor/editor_page'

async function speak(page: Page, language: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: language }).click()
  await page.getByRole('option', { name: language }).waitFor({ state: 'detached' })
}

async function settingsOf(desk: Desk, kind: string): Promise<Record<string, unknown>> {
  await saved(desk.page)
  const settings = (await draftOf(desk)).find((row) => row.kind === kind)?.content?.settings
  return typeof settings === 'object' ? { ...settings } : {}
}

const options = (page: Page) => page.locator('[data-text^="options."]')

test.group('Editor: the language of a form', () => {
  test('new blocks begin in it, the page speaks it, and what was written stays', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: [] })
    const { page } = desk
    await page.getByRole('button', { name: 'Dropdown' }).click()
    await page.getByLabel('Label of option 1').fill('Winter')
    await page.getByRole('button', { name: 'Ending' }).click()
    await page.locator('[data-chosen="current"] [data-text="title"]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-chosen="current"]:focus').waitFor()
    await page.keyboard.press('Escape')
    for (const [language, send, thanks] of [
      ['Français', 'Envoyer', 'Merci'],
      ['Español', 'Enviar', 'Gracias'],
    ] as const) {
      await speak(page, language)
      await page.locator(`[data-placeholder="${send}"]`).waitFor()
      assert.deepInclude(await settingsOf(desk, 'ending'), { title: thanks })
    }
    await speak(page, 'Deutsch')
    // nobody had changed the ending; the options are somebody's own
    assert.deepInclude(await settingsOf(desk, 'ending'), {
      title: 'Vielen Dank',
      text: {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'Ihre Antworten sind angekommen.' }] },
        ],
      },
      buttonLabel: 'Weiter',
    })
    await page.locator('[data-placeholder="Absenden"]').waitFor()
    assert.deepInclude(await settingsOf(desk, 'select'), {
      options: [
        { id: 'option-1', label: 'Winter' },
        { id: 'option-2', label: 'Option 2' },
      ],
      otherLabel: 'Anderes',
      noneLabel: 'Nichts davon',
    })

    await page.getByRole('button', { name: 'Heading' }).click()
    await page.locator('[data-text="text"]').filter({ hasText: 'Überschrift' }).waitFor()
    await publish(page)
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${desk.slug}`)
    assert.equal(await visitor.locator('html').getAttribute('lang'), 'de')
    await visitor.getByRole('option', { name: 'Auswählen …' }).waitFor({ state: 'attached' })
    await visitor.getByRole('button', { name: 'Absenden' }).click()
    await visitor.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
  })

  test('Arabic is written from the right, in the editor as on the page; undo brings the other back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: [] })
    const { page } = desk
    await speak(page, 'العربية')
    await page.getByRole('button', { name: 'Multiple choice' }).click()
    await options(page).nth(1).waitFor()
    assert.deepEqual(await options(page).allTextContents(), ['الخيار 1', 'الخيار 2'])
    assert.equal(await page.locator('[data-page]').getAttribute('dir'), 'rtl')
    await page.getByRole('button', { name: 'Dropdown' }).click()
    const arrow = page.locator('[data-page] select')
    await arrow.waitFor()
    const place = `getComputedStyle(document.querySelector('[data-page] select')).backgroundPositionX`
    assert.equal(await page.evaluate(place), '14px')
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await arrow.waitFor({ state: 'detached' })
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await blocks(page).first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await page.locator('[data-placeholder="Send"]').waitFor()
    await page.getByRole('combobox', { name: 'Language' }).and(page.locator('[value="English"]')).waitFor()
  })
})
