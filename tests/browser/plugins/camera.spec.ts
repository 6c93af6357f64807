import { test } from '@japa/runner'
import { imageSize } from 'image-size'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
/** What stands in the photos below as a camera writes where it was taken. */
const PLACE = 'N48.2082 E16.3738'

/** What a camera writes of how it was held and where (Exif 2.32, 4.6.4): the place as words of a description. */
function exif(): Buffer {
  const words = Buffer.from(`${PLACE}\0`)
  const tiff = Buffer.alloc(38)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  // ImageDescription, behind the list
  for (const [at, value] of [
    [10, 0x010e],
    [12, 2],
  ])
    tiff.writeUInt16LE(value, at)
  tiff.writeUInt32LE(words.length, 14)
  tiff.writeUInt32LE(tiff.length, 18)
  // Orientation 6: turned by a quarter
  for (const [at, value] of [
    [22, 0x0112],
    [24, 3],
    [30, 6],
  ])
    tiff.writeUInt16LE(value, at)
  tiff.writeUInt32LE(1, 26)
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, words])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A photo of 60 × 20 points, as a camera that is held upright stores it. */
async function photo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate<string>(
    `Object.assign(document.createElement('canvas'), { width: 60, height: 20 }).toDataURL('image/jpeg')`,
  )
  const jpeg = Buffer.from(address.split(',')[1] ?? '', 'base64')
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)])
  return { name: 'IMG_1.jpeg', mimeType: 'image/jpeg', buffer }
}

async function opened(browser: Browser, form: PublishedForm, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  return page
}

async function sent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** The one stored picture, as its creator gets it. */
async function storedPicture({ creator, id }: PublishedForm): Promise<Buffer> {
  const sql = 'select submission_id, id from files where submission_id is not null'
  const [file] = await inWorkspace<{ submission_id: string; id: string }>(creator.workspaceId, sql)
  const address = `/api/forms/${id}/submissions/${file?.submission_id}/files/${file?.id}`
  const { status, bytes } = await creator.visitor.get(address)
  if (status !== 200) throw new Error(`file: ${status}`)
  return bytes
}

const asked = () => publishedForm([block('camera', 'photo1', 'Photo', { required: true })])

test.group('A photo', () => {
  test('is stored upright, and without where it was taken', async ({ assert, browser, cleanup }) => {
    const form = await asked()
    const page = await opened(browser, form)
    cleanup(() => page.context().close())
    const chosen = await photo(page)
    assert.deepInclude(imageSize(chosen.buffer), { width: 60, height: 20, orientation: 6 })
    await page.getByLabel('Photo').setInputFiles(chosen)
    await page.getByText('IMG_1.jpg').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await sent(page)
    const stored = await storedPicture(form)
    assert.deepInclude(imageSize(stored), { width: 20, height: 60, type: 'jpg' })
    assert.isFalse(stored.includes(PLACE))
    assert.isFalse(stored.includes('Exif'))
  }).timeout(60_000)

  test('taken back with the keyboard leads back to the choice', async ({ assert, browser, cleanup }) => {
    const form = await asked()
    const page = await opened(browser, form)
    cleanup(() => page.context().close())
    await page.getByLabel('Photo').setInputFiles(await photo(page))
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    assert.equal(await page.getByText('IMG_1.jpg').count(), 0)
    assert.equal(await page.evaluate('document.activeElement.type'), 'file')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Take or choose a picture.').first().waitFor()
  }).timeout(60_000)

  test('without JavaScript is stored as it is, its place included', async ({ assert, browser, cleanup }) => {
    const form = await asked()
    const live = await opened(browser, form)
    const chosen = await photo(live)
    await live.context().close()
    const page = await opened(browser, form, false)
    cleanup(() => page.context().close())
    await page.getByLabel('Photo').setInputFiles(chosen)
    await sent(page)
    assert.isTrue((await storedPicture(form)).equals(chosen.buffer))
  }).timeout(60_000)
})
