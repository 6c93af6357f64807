import { test } from '@japa/runner'
import { imageSize } from 'image-size'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { heldPhoto } from '#tests/browser/plugins/held_photo'
import { send, visit } from '#tests/browser/plugins/visit'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const asked = (settings: object) =>
  publishedForm([block('file', 'photo1', 'Photo', { settings: { accept: ['image/*'], ...settings } })])

/** The stored pictures by name, as their creator gets them. */
async function storedPictures({ creator, id }: PublishedForm): Promise<Map<string, Buffer>> {
  const sql = 'select submission_id, id, name from files where submission_id is not null'
  const rows = await inWorkspace<{ submission_id: string; id: string; name: string }>(
    creator.workspaceId,
    sql,
  )
  const pictures = new Map<string, Buffer>()
  for (const row of rows) {
    const { bytes } = await creator.visitor.get(
      `/api/forms/${id}/submissions/${row.submission_id}/files/${row.id}`,
    )
    pictures.set(row.name, bytes)
  }
  return pictures
}

/** What colour a picture has in its middle. */
function middle(page: Page, picture: Buffer): Promise<'red' | 'blue'> {
  return page.evaluate<'red' | 'blue'>(
    `(async () => {
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (sign) => sign.charCodeAt(0))
      const { width, height } = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0)
      const [red, , blue] = context.getImageData(width / 2, height / 2, 1, 1).data
      return red > blue ? 'red' : 'blue'
    })()`,
  )
}

test.group('Cropping a picture', () => {
  test('by keys, to a square, as it is seen upright', async ({ assert, browser, cleanup }) => {
    const form = await asked({ crop: '1:1' })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const photo = page.getByLabel('Photo', { exact: true })
    await photo.focus()
    await photo.setInputFiles(await heldPhoto(page))
    const dialog = page.getByRole('dialog', { name: 'Crop IMG_1.jpeg' })
    const place = dialog.getByRole('slider', { name: 'Place of the frame' })
    await place.waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.equal(await place.getAttribute('aria-valuetext'), '0 % from the left, 33 % from the top')
    for (let press = 0; press < 10; press++) await place.press('Shift+ArrowUp')
    assert.equal(await place.getAttribute('aria-valuetext'), '0 % from the left, 0 % from the top')
    const corner = dialog.getByRole('slider', { name: 'Size of the frame' })
    for (let press = 0; press < 2; press++) await corner.press('Shift+ArrowLeft')
    assert.equal(await corner.getAttribute('aria-valuetext'), '90 % of the width, 30 % of the height')
    await dialog.getByRole('button', { name: 'Use this part' }).press('Enter')
    await page.getByRole('button', { name: 'Remove IMG_1.jpeg' }).and(page.locator(':focus')).waitFor()
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [stored] = (await storedPictures(form)).values()
    assert.deepInclude(imageSize(stored ?? Buffer.alloc(0)), { width: 18, height: 18, type: 'jpg' })
    assert.equal(await middle(page, stored ?? Buffer.alloc(0)), 'red')
  }).timeout(60_000)

  test('by pointer, in any shape; Escape and what is no picture leave it as it is', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await asked({ crop: 'free', maxCount: 3, accept: [] })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const photo = await heldPhoto(page)
    const kept = { ...photo, name: 'kept.jpeg' }
    const words = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') }
    await page.getByLabel('Photo', { exact: true }).setInputFiles([photo, words, kept])
    const first = page.getByRole('dialog', { name: 'Crop IMG_1.jpeg' })
    const corner = first.getByRole('slider', { name: 'Size of the frame' })
    await corner.waitFor()
    const picture = await first.locator('canvas').boundingBox()
    if (!picture) throw new Error('no picture')
    // to the middle of its width and a third of its height
    await page.mouse.move(picture.x + picture.width - 5, picture.y + picture.height - 5)
    await page.mouse.down()
    await page.mouse.move(picture.x + picture.width / 2 - 5, picture.y + picture.height / 3 - 5, { steps: 3 })
    await page.mouse.up()
    await first.getByRole('button', { name: 'Use this part' }).click()
    await page.getByRole('dialog', { name: 'Crop kept.jpeg' }).waitFor()
    await page.keyboard.press('Escape')
    for (const name of ['IMG_1.jpeg', 'words.txt', 'kept.jpeg'])
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const stored = await storedPictures(form)
    assert.isTrue(stored.get('kept.jpeg')?.equals(kept.buffer))
    assert.isTrue(stored.get('words.txt')?.equals(words.buffer))
    const cropped = stored.get('IMG_1.jpeg') ?? Buffer.alloc(0)
    assert.deepInclude(imageSize(cropped), { width: 10, height: 20 })
    assert.equal(await middle(page, cropped), 'red')
  }).timeout(60_000)
})
