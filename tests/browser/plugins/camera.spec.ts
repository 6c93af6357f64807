import { test } from '@japa/runner'
import { imageSize } from 'image-size'
import { type Browser, chromium, type Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import { heldPhoto, PLACE } from '#tests/browser/plugins/held_photo'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
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
    const chosen = await heldPhoto(page)
    assert.deepInclude(imageSize(chosen.buffer), { width: 60, height: 20, orientation: 6 })
    await page.getByLabel('Photo').setInputFiles(chosen)
    await page.getByText('IMG_1.jpg').waitFor()
    await page.locator('.fw-shown canvas').waitFor()
    const shown = `(({ width, height }) => [width, height])(document.querySelector('.fw-shown canvas'))`
    assert.deepEqual(await page.evaluate(shown), [20, 60])
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.locator('.fw-shown').waitFor({ state: 'detached' })
    await page.getByLabel('Photo').setInputFiles(chosen)
    await page.getByText('IMG_1.jpg').waitFor()
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
    await page.getByLabel('Photo').setInputFiles(await heldPhoto(page))
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    assert.equal(await page.getByText('IMG_1.jpg').count(), 0)
    assert.equal(await page.evaluate('document.activeElement.type'), 'file')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Take or choose a picture.').first().waitFor()
  }).timeout(60_000)

  test('that could not be sent is discarded, and a form that can do without goes without', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('camera', 'photo1', 'Photo')])
    const page = await opened(browser, form)
    cleanup(() => page.context().close())
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const broken = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
    await page.getByLabel('Photo').setInputFiles(broken)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The picture was not sent. Take or choose it again.').first().waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    assert.equal(await page.evaluate('document.activeElement.type'), 'file')
    await sent(page)
  }).timeout(60_000)

  test('without JavaScript is stored as it is, its place included', async ({ assert, browser, cleanup }) => {
    const form = await asked()
    const live = await opened(browser, form)
    const chosen = await heldPhoto(live)
    await live.context().close()
    const page = await opened(browser, form, false)
    cleanup(() => page.context().close())
    await page.getByLabel('Photo').setInputFiles(chosen)
    await sent(page)
    assert.isTrue((await storedPicture(form)).equals(chosen.buffer))
  }).timeout(60_000)
})

test.group('A live camera', (group) => {
  let browser: Browser
  group.setup(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream=device-count=2',
        '--use-fake-ui-for-media-stream',
      ],
    })
    return () => browser.close()
  })

  async function visited(form: PublishedForm, permissions = ['camera']): Promise<Page> {
    const context = await browser.newContext({ baseURL, locale: 'en-US', permissions })
    const page = await context.newPage()
    await page.addInitScript(
      `const get = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
       window.streams = []
       navigator.mediaDevices.getUserMedia = async (asked) => {
         const stream = await get(asked)
         window.streams.push(stream)
         return stream
       }`,
    )
    await page.goto(`/forms/${form.slug}`)
    return page
  }

  /** How many cameras were opened, and how many of them are on. */
  const cameras = (page: Page) =>
    page.evaluate<[opened: number, on: number]>(
      `[streams.length, streams.filter((one) => one.getTracks().some((track) => track.readyState === 'live')).length]`,
    )
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const focused = (page: Page, name: string) =>
    page
      .locator(':focus')
      .and(page.getByRole('button', { name, exact: true }))
      .waitFor()

  test('is taken with the keyboard, taken again, turned and sent, no larger than it may be; no camera stays on', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('camera', 'photo1', 'Photo', { required: true, settings: { maxMegapixels: 0.3 } }),
    ])
    const page = await visited(form)
    cleanup(() => page.context().close())
    await press(page, 'Use the camera')
    await focused(page, 'Take the photo')
    await page.getByText('The camera is on.').waitFor()
    const video = page.getByLabel('What the camera shows')
    await video.waitFor()
    assert.deepEqual(await axeFindings(page), [])
    assert.deepEqual(await cameras(page), [1, 1])
    await press(page, 'Other camera')
    await focused(page, 'Take the photo')
    assert.deepEqual(await cameras(page), [2, 1])
    await eventually(async () =>
      assert.isAbove(await page.evaluate<number>(`document.querySelector('video').videoWidth`), 0),
    )
    await press(page, 'Take the photo')
    await focused(page, 'Use this photo')
    assert.deepEqual(await cameras(page), [2, 0])
    assert.deepEqual(await axeFindings(page), [])
    await press(page, 'Take it again')
    await focused(page, 'Take the photo')
    assert.deepEqual(await cameras(page), [3, 1])
    await eventually(async () =>
      assert.isAbove(await page.evaluate<number>(`document.querySelector('video').videoWidth`), 0),
    )
    await press(page, 'Take the photo')
    await press(page, 'Turn')
    await press(page, 'Use this photo')
    await page.getByRole('button', { name: 'Remove' }).waitFor()
    await focused(page, 'Use the camera')
    await sent(page)
    const { width = 0, height = 0, type } = imageSize(await storedPicture(form))
    assert.equal(type, 'jpg')
    assert.isAtMost(width * height, 300_000)
    assert.isAbove(height, width, 'turned by a quarter')
  }).timeout(60_000)

  test('is off once nobody looks at it: closed, on a hidden page, on the next page of the form', async ({
    assert,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('camera', 'photo1', 'Photo'),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const page = await visited(form)
    cleanup(() => page.context().close())
    const on = async () => (await cameras(page))[1]
    await press(page, 'Use the camera')
    await focused(page, 'Take the photo')
    await press(page, 'Close the camera')
    await focused(page, 'Use the camera')
    assert.equal(await on(), 0)
    await press(page, 'Use the camera')
    await focused(page, 'Take the photo')
    await page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
    )
    await page.getByText('The camera was switched off').waitFor()
    assert.equal(await on(), 0)
    await page.evaluate('delete document.hidden')
    await press(page, 'Use the camera')
    await focused(page, 'Take the photo')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Name').waitFor()
    await eventually(async () => assert.equal(await on(), 0))
  }).timeout(60_000)

  test('that is refused, absent or busy is explained, and a picture can be chosen', async ({
    assert,
    cleanup,
  }) => {
    const form = await asked()
    const page = await visited(form)
    cleanup(() => page.context().close())
    for (const [name, words] of [
      ['NotAllowedError', 'may not use the camera'],
      ['NotFoundError', 'No camera was found'],
      ['NotReadableError', 'does not answer'],
    ]) {
      await page.evaluate(
        `window.getCamera ??= navigator.mediaDevices.getUserMedia
         navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
      )
      await page.getByRole('button', { name: /Use the camera|Try again/ }).click()
      await page.getByText(words ?? '').waitFor()
      await focused(page, 'Try again')
    }
    assert.deepEqual(await axeFindings(page), [])
    await page.evaluate('navigator.mediaDevices.getUserMedia = window.getCamera')
    await press(page, 'Try again')
    await focused(page, 'Take the photo')
    await press(page, 'Close the camera')
    await page.getByLabel('Photo').setInputFiles(await heldPhoto(page))
    // the form does not go without it
    await page.getByText('IMG_1.jpg').waitFor()
    await sent(page)
  }).timeout(60_000)

  test('may be asked for by pages with this field, and by no others', async ({ assert }) => {
    const policy = async ({ visitor, slug }: PublishedForm) =>
      (await visitor.get(`/forms/${slug}`, { accept: 'text/html' })).headers.get('permissions-policy')
    assert.include(await policy(await asked()), 'camera=(self)')
    assert.include(await policy(await publishedForm([block('text', 'name01', 'Name')])), 'camera=()')
  })
})
