import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { within } from '#app/workspaces/within'
import { draftOf, NAME_AND_CITY, newDesk, publish, saved, type Desk } from '#tests/browser/editor/editor_page'
import { faultsOf, hasFocus } from '#tests/browser/shell/screen'

const BYTES = { 'content-type': 'application/octet-stream' }

function picture(name: string, colour: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="${colour}"/></svg>`
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
}

/** Puts files into the library of the form, as an earlier upload did. */
async function upload({ creator, slug }: Desk, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  for (const { name, buffer } of files) {
    const { status, text } = await creator.visitor.post(
      `/api/forms/${slug}/media?use=file&name=${name}`,
      buffer,
      BYTES,
    )
    if (status !== 201) throw new Error(`upload: ${status} ${text}`)
  }
}

const library = (page: Page) => page.getByRole('dialog', { name: 'Media library' })

async function openLibrary(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search forms, pages, and actions' }).fill('media')
  await page.getByRole('option', { name: 'Media library' }).waitFor()
  await page.keyboard.press('Enter')
  await library(page).waitFor()
}

/** What lies at an address of the instance, byte by byte. */
async function bytesAt(page: Page, src: string): Promise<string> {
  const answer = await page.request.get(src)
  return (await answer.body()).toString('latin1')
}

/** Names of the files that are offered, in order, once some are. */
async function named(page: Page): Promise<string[]> {
  const names = library(page).getByRole('radiogroup', { name: 'Files' }).locator('bdi')
  await names.first().waitFor()
  return names.allTextContents()
}

test.group('Media library', () => {
  test('what was uploaded is chosen again, by keyboard, for a setting of another block', async ({
    assert,
    browser,
  }) => {
    const settings = { options: [{ id: 'rose', label: 'Rose' }], appearance: 'pictures', columns: '3' }
    const flower = { id: 'flower', kind: 'select', key: 'flower', label: 'Flower', settings }
    const blocks = [...NAME_AND_CITY, { id: 'picture1', kind: 'image' }, flower]
    const desk = await newDesk(browser, { blocks })
    const { page } = desk
    await page.locator('[data-block="picture1"]').click()
    const zone = page.getByRole('group', { name: 'Picture' })
    await page.locator('input[type=file]').setInputFiles(picture('map.svg', '#1d4ed8'))
    await zone.getByTitle('map.svg').waitFor()
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('The way to us')
    await upload(desk, { name: 'terms.txt', buffer: Buffer.from(`terms ${crypto.randomUUID()}`) })

    // another question takes it without an upload
    await page.locator('[data-block="cityblock01"]').getByText('City', { exact: true }).click()
    const beside = page.getByRole('group', { name: 'Picture or video' })
    await beside.getByRole('button', { name: 'Library' }).press('Enter')
    await hasFocus(page, library(page).getByRole('searchbox', { name: 'Search by name' }))
    const map = library(page).getByRole('radio', { name: 'map.svg' })
    await map.waitFor()
    // only what the setting takes is offered
    assert.deepEqual(await named(page), ['map.svg'])
    await map.focus()
    await page.keyboard.press('Space')
    await library(page).getByText('Alternative text: The way to us').waitFor()
    await library(page)
      .getByRole('button', { name: /^Image/ })
      .waitFor()
    assert.isTrue(await library(page).getByRole('button', { name: 'Remove' }).isDisabled())
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Enter')
    await library(page).waitFor({ state: 'detached' })
    await beside.getByTitle('map.svg').waitFor()
    await hasFocus(page, beside.getByRole('button').first())
    await saved(page)
    const rows = await draftOf(desk)
    const json = JSON.stringify(rows)
    const [src] = /\/media\/[0-9a-f-]+\/[0-9a-f]+/.exec(json) ?? []
    assert.lengthOf(json.split(String(src)), 3)
    await page.keyboard.press('Control+z')
    await beside.getByRole('button', { name: 'Choose a file' }).waitFor()

    // so does an option of a choice
    await page.locator('[data-block="flower"]').getByText('Flower', { exact: true }).click()
    const options = page.getByRole('group', { name: 'Options' })
    await options.getByRole('button', { name: 'Library: Picture: Rose' }).click()
    await library(page).getByRole('radio', { name: 'map.svg' }).check()
    await library(page).getByRole('button', { name: 'Use this file' }).click()
    await options.getByRole('button', { name: 'Remove Picture: Rose' }).waitFor()
  })

  test('what nothing shows is removed; what is used leads to its place', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: [...NAME_AND_CITY, { id: 'picture1', kind: 'image' }] })
    const { page } = desk
    await openLibrary(page)
    await library(page).getByRole('heading', { name: 'No files yet' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])

    // several at once; one of them is empty, and said to be
    await library(page)
      .locator('input[type=file]')
      .setInputFiles([
        picture('red.svg', '#dc2626'),
        { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
        picture('green.svg', '#16a34a'),
      ])
    await library(page).getByRole('alert').getByText('empty.txt: This file is empty.').waitFor()
    await library(page).getByRole('radio', { name: 'green.svg', checked: true }).waitFor()
    assert.deepEqual(await named(page), ['green.svg', 'red.svg'])
    await library(page).getByText('Not used. It is removed after a day.').waitFor()
    await library(page)
      .getByText(/^The workspace stores \d+ B of 1 GB, and 2 of 10,000 files\.$/)
      .waitFor()

    await library(page).getByRole('button', { name: 'Remove' }).click()
    await library(page).getByRole('radio', { name: 'green.svg' }).waitFor({ state: 'detached' })
    await library(page).getByRole('radio', { name: 'red.svg', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await library(page).waitFor({ state: 'detached' })

    // the mark of the form is one place of it
    const logo = page.getByRole('group', { name: 'Logo' })
    await logo.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'red.svg' }).check()
    await library(page).getByRole('button', { name: 'Use this file' }).click()
    await logo.getByTitle('red.svg').waitFor()
    await openLibrary(page)
    await library(page).getByRole('radio', { name: 'red.svg' }).check()
    await library(page).getByRole('button', { name: 'Design' }).click()
    await hasFocus(page, logo)

    // published, and then taken from the draft: a version has it
    await page.locator('[data-block="picture1"]').click()
    const zone = page.getByRole('group', { name: 'Picture' })
    await zone.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'red.svg' }).dblclick()
    await zone.getByTitle('red.svg').waitFor()
    await openLibrary(page)
    await library(page).getByRole('radio', { name: 'red.svg' }).check()
    await library(page)
      .getByRole('button', { name: /^Image/ })
      .click()
    await library(page).waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('Red')
    await publish(page)
    await zone.getByRole('button', { name: 'Remove picture' }).click()
    await saved(page)
    await openLibrary(page)
    await library(page).getByRole('radio', { name: 'red.svg' }).check()
    await library(page).getByText('Used in a published version, so it stays.').waitFor()
    assert.isTrue(await library(page).getByRole('button', { name: 'Remove' }).isDisabled())
  })

  test('a photo larger than the setting needs is stored as small as that', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const png = await page.evaluate<number[]>(
      `new OffscreenCanvas(1200, 600).getContext('2d').canvas.convertToBlob()
         .then((blob) => blob.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])`,
    )
    await upload(desk, { name: 'sign.png', buffer: Buffer.from(png) })
    const logo = page.getByRole('group', { name: 'Logo' })
    await logo.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'sign.png' }).press('Enter')
    await logo.getByTitle('sign.webp').waitFor()
    await saved(page)
    assert.match(JSON.stringify(await draftOf(desk)), /"width":480/)
    await hasFocus(page, logo.getByRole('button').first())
    await openLibrary(page)
    assert.deepEqual(await named(page), ['sign.webp', 'sign.png'])
  })

  test('a photo is stored without where it was taken, and no larger than a page shows it', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: [...NAME_AND_CITY, { id: 'picture1', kind: 'image' }] })
    const { page } = desk
    const photo = async (width: number, height: number) => {
      const bytes = await page.evaluate<number[]>(
        `new OffscreenCanvas(${width}, ${height}).getContext('2d').canvas.convertToBlob({ type: 'image/jpeg' })
           .then((blob) => blob.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])`,
      )
      const jpeg = Buffer.from(bytes)
      const exif = Buffer.from('Exif\0\0 taken at 52.5200 N, 13.4050 E')
      const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2])
      return Buffer.concat([head, exif, jpeg.subarray(2)])
    }
    const shown = async (): Promise<{ src: string; type: string; width: number }[]> => {
      await saved(page)
      const json = JSON.stringify(await draftOf(desk))
      return [...json.matchAll(/\{[^{}]*"src":"\/media\/[^{}]*\}/g)].map(([file]) => JSON.parse(file))
    }
    await page.locator('[data-block="picture1"]').click()
    const zone = page.getByRole('group', { name: 'Picture' })
    const large = { name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await photo(3000, 2000) }
    await page.locator('input[type=file]').setInputFiles(large)
    await zone.getByTitle('garden.webp').waitFor()
    const [garden] = await shown()
    assert.include(garden, { type: 'image/webp', width: 2400 })
    assert.notInclude(await bytesAt(page, garden.src), 'taken at')

    // nor is one that came into the library as it was
    await upload(desk, { name: 'gate.jpg', buffer: await photo(300, 200) })
    await zone.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'gate.jpg' }).press('Enter')
    await zone.getByTitle('gate.webp').waitFor()
    const [gate] = await shown()
    assert.include(gate, { type: 'image/webp', width: 300 })
    assert.notInclude(await bytesAt(page, gate.src), 'taken at')
  })

  test('what was uploaded as a logo is there for a cover, too; one too small for that is said to be', async ({
    assert,
    browser,
  }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    const png = await page.evaluate<number[]>(
      `new OffscreenCanvas(1600, 800).getContext('2d').canvas.convertToBlob()
         .then((blob) => blob.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])`,
    )
    const logo = page.getByRole('group', { name: 'Logo' })
    const sign = { name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from(png) }
    await logo.locator('input[type=file]').setInputFiles(sign)
    await logo.getByTitle('sign.webp').waitFor()
    await page.getByRole('radiogroup', { name: 'Cover' }).getByRole('radio', { name: 'Picture' }).check()
    const cover = page.getByRole('group', { name: 'Picture of the cover' })
    await cover.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'sign.webp' }).press('Enter')
    await page.getByText('This picture is 480 pixels wide and may look blurred.').waitFor()
    await cover.getByRole('button', { name: 'Library' }).click()
    await library(page).getByRole('radio', { name: 'sign.png' }).press('Enter')
    await cover.getByTitle('sign.png').waitFor()
    assert.equal(await page.getByText('may look blurred').count(), 0)
  })

  test('five hundred are at hand, and found by name', async ({ assert, browser }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    const { page } = desk
    await upload(desk, picture('picture-0.svg', '#1d4ed8'))
    // the same bytes under other names, as they would have come one after the other
    await within(desk.creator.workspaceId, ({ trx }) =>
      trx.rawQuery(
        `with more as (
           insert into media (workspace_id, sha256, storage_key, name, type, size, width, height)
           select workspace_id, sha256, storage_key, 'picture-' || n || '.svg', type, size, width, height
           from media, generate_series(1, 499) n where workspace_id = ? returning workspace_id, id
         ) insert into form_media (workspace_id, form_id, media_id) select workspace_id, ?, id from more`,
        [desk.creator.workspaceId, desk.formId],
      ),
    )
    await openLibrary(page)
    await library(page).getByRole('radio').nth(99).waitFor()
    // what did not come is said, and asked for again
    const older = (url: URL) => url.pathname.endsWith('/media') && url.searchParams.has('cursor')
    await page.route(older, (route) => route.abort())
    await library(page).getByRole('button', { name: 'Show older files' }).click()
    await library(page).getByRole('alert').getByText('Older files could not be loaded.').waitFor()
    await page.unroute(older)
    for (let count = 200; count <= 500; count += 100) {
      await library(page).getByRole('button', { name: 'Show older files' }).click()
      await library(page)
        .getByRole('radio')
        .nth(count - 1)
        .waitFor()
    }
    assert.equal(await library(page).getByRole('button', { name: 'Show older files' }).count(), 0)
    await library(page).getByRole('searchbox', { name: 'Search by name' }).fill('picture-499')
    await library(page).getByRole('radio').nth(1).waitFor({ state: 'detached' })
    assert.deepEqual(await named(page), ['picture-499.svg'])
    await library(page).getByRole('searchbox', { name: 'Search by name' }).fill('nothing')
    await library(page).getByText('No file has this in its name.').waitFor()
  })
})
