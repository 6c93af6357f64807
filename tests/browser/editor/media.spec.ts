import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { draftOf, NAME_AND_CITY, newDesk, publish, saved } from '#tests/browser/editor/editor_page'

/** A picture, as a file that is chosen, dropped or pasted. */
function picture(name: string, colour: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="${colour}"/><circle cx="160" cy="100" r="60" fill="#fff"/></svg>`
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
}

const HELP = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'As in your passport' }] }],
}

/** Lets uploads wait until the test lets them arrive. */
async function holdUploads(page: Page) {
  const held: (() => void)[] = []
  await page.route('**/media?*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  return { arrive: () => held.splice(0).forEach((go) => go()) }
}

const zone = (page: Page) => page.getByRole('group', { name: 'Picture' })

/** Lets a file arrive at the zone as a browser does it. */
async function bring(
  page: Page,
  event: 'drop' | 'paste',
  file: ReturnType<typeof picture>,
  setting = 'settings.picture',
) {
  const given = JSON.stringify([file.buffer.toString(), file.name, file.mimeType, setting])
  await page.evaluate(`{
    const [text, name, type, setting] = ${given}
    const data = new DataTransfer()
    data.items.add(new File([text], name, { type }))
    const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
    const made = ${event === 'drop' ? "new DragEvent('drop', init)" : "new ClipboardEvent('paste', init)"}
    document.querySelector('[data-setting="' + setting + '"]').dispatchEvent(made)
  }`)
}

test.group('Pictures in settings', () => {
  test('a picture is chosen, dropped, pasted, described, taken back, and shown to respondents', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: [...NAME_AND_CITY, { id: 'picture1', kind: 'image' }] })
    const { page } = desk
    const stored = async () => {
      await saved(page)
      const row = (await draftOf(desk)).find(({ block_id }) => block_id === 'picture1')
      const settings: { picture?: { src: string; name: string } } = Object(row?.content?.settings)
      return settings.picture
    }
    await page.locator('[data-block="picture1"]').click()
    await zone(page).getByRole('button', { name: 'Choose a picture' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Alternative text' }).count(), 0)

    // one that is still coming can be cancelled, by the key that is under the finger
    const { arrive } = await holdUploads(page)
    await page.locator('input[type=file]').setInputFiles(picture('slow.svg', '#888'))
    await zone(page).getByRole('progressbar', { name: 'Uploading slow.svg' }).waitFor({ state: 'attached' })
    await zone(page).getByRole('button', { name: 'Cancel' }).press('Enter')
    await zone(page).getByRole('button', { name: 'Choose a picture' }).waitFor()
    arrive()
    await page.unroute('**/media?*')

    await page.locator('input[type=file]').setInputFiles(picture('map.svg', '#1d4ed8'))
    await zone(page).getByTitle('map.svg').waitFor()
    await page.locator('[data-block="picture1"] img').waitFor()
    assert.equal((await stored())?.name, 'map.svg')
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('The way to us')
    assert.deepEqual(await axeFindings(page), [])

    await bring(page, 'drop', picture('dropped.svg', '#16a34a'))
    await zone(page).getByTitle('dropped.svg').waitFor()
    await zone(page).getByRole('button', { name: 'Replace' }).focus()
    await bring(page, 'paste', picture('pasted.svg', '#d97706'))
    await zone(page).getByTitle('pasted.svg').waitFor()
    await bring(page, 'paste', { name: 'words.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('words') })
    await zone(page).locator('..').getByRole('alert').getByText('Choose a picture: PNG, JPEG').waitFor()
    assert.equal((await stored())?.name, 'pasted.svg')

    // removed, the focus stays where one chooses anew; and undo brings it back
    await zone(page).getByRole('button', { name: 'Remove picture' }).press('Enter')
    await zone(page).getByRole('button', { name: 'Choose a picture' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Choose a picture')
    await page.keyboard.press('Control+z')
    await zone(page).getByTitle('pasted.svg').waitFor()

    await publish(page)
    await page.goto(`/forms/${desk.slug}`)
    const shown = page.getByRole('img', { name: 'The way to us' })
    await shown.waitFor()
    const size = '(({ complete, width, height }) => [complete, width, height])'
    assert.deepEqual(await page.evaluate(`${size}(document.querySelector('main img'))`), [true, 320, 200])
  })
})

test.group('Pictures of options', () => {
  test('stand there with the preset, are chosen or dropped at each, and want to be described', async ({
    assert,
    browser,
  }) => {
    const options = ['Rose', 'Lily'].map((label) => ({ id: label.toLowerCase(), label }))
    const flower = { id: 'flower', kind: 'select', key: 'flower', label: 'Flower' }
    const settings = { options, appearance: 'pictures', columns: '3' }
    const desk = await newDesk(browser, { blocks: [{ ...flower, settings }] })
    const { page } = desk
    const block = page.locator('[data-block="flower"]')
    await block.getByText('Flower', { exact: true }).click()
    const list = page.getByRole('group', { name: 'Options' })
    await list.locator('input[type=file]').first().setInputFiles(picture('rose.svg', '#be123c'))
    await list.getByRole('button', { name: 'Remove Picture: Rose' }).waitFor()
    await bring(page, 'drop', picture('lily.svg', '#a3e635'), 'settings.options.lily.picture')
    await list.getByRole('button', { name: 'Remove Picture: Lily' }).waitFor()
    await block.locator('img').nth(1).waitFor()
    await block.getByText('2 pictures, that of “Rose” first, have no alternative text.').waitFor()
    await list.getByRole('textbox', { name: 'Alternative text: Rose' }).fill('Red, with thorns')
    await block.getByText('The picture of “Lily” has no alternative text.').waitFor()
    await list.getByRole('textbox', { name: 'Alternative text: Lily' }).fill('White')
    await block.getByText('alternative text').waitFor({ state: 'detached' })
    await block.getByRole('img', { name: 'Red, with thorns' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await saved(page)

    // shown as a list they are kept, and nothing asks for them
    await page.getByRole('combobox', { name: 'Shown as' }).click()
    await page.getByRole('option', { name: 'List' }).click()
    await block.locator('img').first().waitFor({ state: 'detached' })
    assert.equal(await list.getByRole('textbox', { name: 'Alternative text: Rose' }).count(), 0)
    await page.keyboard.press('Control+z')

    await publish(page)
    await page.goto(`/forms/${desk.slug}`)
    await page.getByRole('radio', { name: 'White Lily' }).check()
    assert.isTrue(
      await page.evaluate(`[...document.querySelectorAll('main img')].every((img) => img.complete)`),
    )
  })
})

test.group('Beside a question', () => {
  test('a picture stands right or left of it or above, and its help below', async ({ assert, browser }) => {
    const desk = await newDesk(browser, {
      blocks: [{ ...NAME_AND_CITY[0], help: HELP }, ...NAME_AND_CITY.slice(1)],
    })
    const { page } = desk
    const [block] = NAME_AND_CITY
    const asked = page.locator(`[data-block="${block?.id}"]`)
    const panel = page.getByRole('complementary', { name: 'Settings' })
    const boxes = async (where: Locator, of: Locator) => {
      const [picture, help] = [await where.boundingBox(), await of.boundingBox()]
      if (!picture || !help) throw new Error('not shown')
      return { picture, help }
    }
    await asked.click()
    await panel.locator('input[type=file]').setInputFiles({
      ...{ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    })
    await panel.getByRole('alert').getByText('This is another type of file.').waitFor()
    await panel.locator('input[type=file]').setInputFiles(picture('door.svg', '#1d4ed8'))
    await asked.locator('img').waitFor()
    await panel.getByRole('textbox', { name: 'Alternative text' }).fill('Our door')
    const onPaper = asked.getByRole('img', { name: 'Our door' })
    const label = asked.getByText('Name', { exact: true })
    const right = await boxes(onPaper, label)
    assert.isAbove(right.picture.x, right.help.x)
    await panel.getByText('Left', { exact: true }).click()
    const left = await boxes(onPaper, label)
    assert.isBelow(left.picture.x, left.help.x)
    await panel.getByText('Above', { exact: true }).click()
    const above = await boxes(onPaper, label)
    assert.isAtMost(above.picture.y + above.picture.height, above.help.y)
    await page.keyboard.press('Control+z')
    await panel.getByText('Left', { exact: true }).waitFor()
    await panel.getByRole('tab', { name: 'Design' }).click()
    await panel.getByText('Below', { exact: true }).click()
    assert.deepEqual(await axeFindings(page), [])

    await publish(page)
    await page.goto(`/forms/${desk.slug}`)
    const shown = page.getByRole('img', { name: 'Our door' })
    const field = page.getByRole('textbox', { name: 'Name' })
    const wide = await boxes(shown, field)
    assert.isBelow(wide.picture.x + wide.picture.width, wide.help.x)
    const helped = await boxes(field, page.getByText('As in your passport'))
    assert.isAbove(helped.help.y, helped.picture.y)
    await page.setViewportSize({ width: 390, height: 800 })
    const narrow = await boxes(shown, field)
    assert.isBelow(narrow.picture.y + narrow.picture.height, narrow.help.y)
  })
})

test.group('Cover and logo', () => {
  test('an upload that ends later changes its own setting only, and not what was chosen since', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const panel = page.getByRole('complementary', { name: 'Settings' })
    const logo = panel.getByRole('group', { name: 'Logo' })
    const alt = panel.getByRole('textbox', { name: 'Alternative text' })
    const covers = panel.getByRole('radiogroup', { name: 'Cover' })
    await panel.locator('input[type=file]').first().setInputFiles(picture('mark.svg', '#111827'))
    await alt.fill('Lake club')

    // the panel closes, opens again, and shows what is still coming
    const { arrive } = await holdUploads(page)
    await panel.locator('input[type=file]').first().setInputFiles(picture('new.svg', '#16a34a'))
    const coming = logo.getByRole('progressbar', { name: 'Uploading new.svg' })
    await coming.waitFor({ state: 'attached' })
    await page.locator('[data-block]').first().click()
    await logo.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await coming.waitFor({ state: 'attached' })
    await alt.fill('Sailing club')
    arrive()
    await logo.getByTitle('new.svg').waitFor()
    assert.equal(await alt.inputValue(), 'Sailing club')

    // no picture any more, after all
    await covers.getByRole('radio', { name: 'Picture' }).check()
    const picker = panel.getByRole('group', { name: 'Picture of the cover' })
    await panel.locator('input[type=file]').last().setInputFiles(picture('lake.svg', '#0ea5e9'))
    await picker.getByRole('button', { name: 'Cancel' }).waitFor()
    await covers.getByRole('radio', { name: 'None' }).check()
    arrive()
    await page.unroute('**/media?*')
    await saved(page)
    assert.isTrue(await covers.getByRole('radio', { name: 'None' }).isChecked())
    const look = (await draftOf(desk)).find(({ block_id }) => block_id === 'settings.appearance')
    assert.isUndefined(look?.content?.cover)
    assert.deepInclude(Object(look?.content?.logo), { alt: 'Sailing club' })
  })

  test('what does not arrive is told on whichever page one is by then; closing the tab is asked about', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const { arrive } = await holdUploads(page)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ ...picture('words.svg', ''), buffer: Buffer.from('words') })
    await page.getByRole('progressbar', { name: 'Uploading words.svg' }).waitFor({ state: 'attached' })
    await page.locator('[data-block]').first().click()
    await page.getByRole('group', { name: 'Logo' }).waitFor({ state: 'detached' })
    arrive()
    await page.getByRole('alert').getByText('words.svg was not uploaded. Choose a picture').waitFor()

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('input[type=file]').first().setInputFiles(picture('late.svg', '#000'))
    await page.getByRole('progressbar', { name: 'Uploading late.svg' }).waitFor({ state: 'attached' })
    // the browser asks before the tab closes and takes it along
    const asked = page.waitForEvent('dialog')
    const left = page.close({ runBeforeUnload: true })
    const dialog = await asked
    assert.equal(dialog.type(), 'beforeunload')
    await dialog.dismiss()
    await left
    await page.getByRole('link', { name: 'Submissions' }).click()
    await page.getByRole('alert').getByText('late.svg was not uploaded. The editor was closed').waitFor()
  })

  test('chosen in the panel they stand on the paper and on the page; undo takes them back', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const panel = page.getByRole('complementary', { name: 'Settings' })
    const covers = panel.getByRole('radiogroup', { name: 'Cover' })
    const paper = page.locator('[data-page]')

    await covers.getByRole('radio', { name: 'None' }).focus()
    await page.keyboard.press('ArrowRight')
    await paper.locator('.cover svg').waitFor()
    assert.isTrue(await covers.getByRole('radio', { name: 'Arcs' }).isChecked())
    await page.keyboard.press('Control+z')
    await paper.locator('.cover').waitFor({ state: 'detached' })
    assert.isTrue(await covers.getByRole('radio', { name: 'None' }).isChecked())

    await covers.getByRole('radio', { name: 'Picture' }).check()
    const picker = panel.getByRole('group', { name: 'Picture of the cover' })
    await picker.getByRole('button', { name: 'Choose a picture' }).waitFor()
    await panel.locator('input[type=file]').last().setInputFiles(picture('lake.svg', '#0ea5e9'))
    const point = picker.getByRole('button', { name: /^Focal point: 50 % from the left, 50 %/ })
    await point.press('ArrowLeft')
    await picker
      .getByRole('button', { name: /^Focal point: 48 % from the left, 50 %/ })
      .press('Shift+ArrowDown')
    await picker.getByRole('button', { name: /^Focal point: 48 % from the left, 60 %/ }).waitFor()
    const box = await picker.locator('img').boundingBox()
    if (!box) throw new Error('the picture is not there')
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 4)
    await picker.getByRole('button', { name: /^Focal point: 25 % from the left, 25 %/ }).waitFor()

    await panel.locator('input[type=file]').first().setInputFiles(picture('mark.svg', '#111827'))
    await panel.getByRole('group', { name: 'Logo' }).getByTitle('mark.svg').waitFor()
    await panel.getByRole('textbox', { name: 'Alternative text' }).fill('Lake club')
    await paper.getByRole('img', { name: 'Lake club' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])

    await publish(page)
    await page.goto(`/forms/${desk.slug}`)
    await page.getByRole('img', { name: 'Lake club' }).waitFor()
    const position = "getComputedStyle(document.querySelector('.cover img')).objectPosition"
    assert.equal(await page.evaluate(position), '25% 25%')
    // half of the mark lies on the cover
    const [cover, mark] = await Promise.all(['.cover', '.logo'].map((one) => page.locator(one).boundingBox()))
    assert.equal(mark?.height, 64)
    assert.equal((cover?.height ?? 0) - (mark?.y ?? 0), 32)
    assert.deepEqual(await axeFindings(page), [])
  })
})
