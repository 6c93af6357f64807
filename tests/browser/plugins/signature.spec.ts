import { test } from '@japa/runner'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually } from '#tests/browser/eventually'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
async function opened(browser: Browser, form: PublishedForm, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    viewport: { width: 1080, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  return page
}

/** The sheet, once it can be drawn on. */
async function sheetOf(page: Page) {
  await page.getByText('Sign here, or use what is below').first().waitFor()
  const box = await page.locator('canvas').first().boundingBox()
  if (!box) throw new Error('There is no sheet.')
  return box
}

async function draw(page: Page): Promise<void> {
  const { x, y, width } = await sheetOf(page)
  await page.mouse.move(x + 30, y + 90)
  await page.mouse.down()
  for (const [dx, dy] of [
    [80, 30],
    [130, 140],
    [width - 60, 60],
  ])
    await page.mouse.move(x + dx, y + dy, { steps: 4 })
  await page.mouse.up()
}

/** How many points of the sheet have ink, from its left edge to its right one. */
function inkIn(page: Page): Promise<{ width: number; shown: number; from: number; to: number }> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const columns = []
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) columns.push(((at - 3) / 4) % canvas.width)
    const share = (x) => Math.round((100 * x) / canvas.width)
    const ends = columns.reduce(([least, most], x) => [Math.min(least, x), Math.max(most, x)], [Infinity, 0])
    return { width: canvas.width, shown: canvas.offsetWidth, from: share(ends[0]), to: share(ends[1]) }
  })()`)
}

/** What the sheet has once no more comes: lines are drawn a moment after the hand. */
async function inkAtRest(page: Page) {
  let ink = await inkIn(page)
  await eventually(async () => {
    const last = ink
    ink = await inkIn(page)
    if (ink.to !== last.to || ink.from !== last.from) throw new Error('It is still drawn.')
  })
  return ink
}

async function storedIn(form: PublishedForm, question = 'signed') {
  const sql = 'select answers from submissions order by received_at'
  const rows = await inWorkspace<{ answers: Record<string, Signature | undefined> }>(
    form.creator.workspaceId,
    sql,
  )
  return rows.map(({ answers }) => answers[question])
}

interface Signature {
  how: string
  at: string
  text: string
  file?: { id: string; type: string; size: number }[]
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
const thanked = (page: Page) => page.getByRole('heading', { name: 'Thank you' }).waitFor()

test.group('A signature', () => {
  test('drawn on a dense screen, kept when the window changes, sent with the press of Send', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('signature', 'signed', 'Signature', { required: true })])
    const page = await opened(browser, form, { deviceScaleFactor: 2 })
    cleanup(() => page.context().close())
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await sheetOf(page)
    await send(page)
    await page.getByText('Sign here, or type your name.').first().waitFor()
    await draw(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    await draw(page)
    const before = await inkAtRest(page)
    assert.equal(before.width, 2 * before.shown)
    for (const width of [468, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await eventually(async () => {
        const { width: wide, shown } = await inkIn(page)
        assert.equal(wide, 2 * shown)
      })
      const { from, to } = await inkAtRest(page)
      assert.closeTo(from, before.from, 4)
      assert.closeTo(to, before.to, 6)
    }
    assert.deepEqual(await axeFindings(page), [])
    await page.setViewportSize({ width: 1080, height: 800 })
    await page.getByRole('button', { name: 'Clear' }).click()
    await draw(page)
    await send(page)
    await thanked(page)
    assert.deepEqual(errors, [])
    const [signed] = await storedIn(form)
    assert.deepInclude(signed, { how: 'drawn', text: 'signature.png' })
    assert.equal(signed?.file?.[0]?.type, 'image/png')
    assert.isBelow(Math.abs(Date.now() - Date.parse(`${signed?.at}Z`)), 60_000)
    const sql = 'select status, id from files'
    const files = await inWorkspace<{ status: string; id: string }>(form.creator.workspaceId, sql)
    assert.deepEqual(
      files.filter(({ status }) => status !== 'pending').map(({ id }) => id),
      signed?.file?.map(({ id }) => id),
    )
  }).timeout(60_000)

  test('drawn with a finger; nothing is sent without it while the line is broken', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('signature', 'signed', 'Signature')])
    const page = await opened(browser, form, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    })
    cleanup(() => page.context().close())
    const { x, y } = await sheetOf(page)
    await page.route('**/files?*', (route) => route.abort())
    const finger = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    const sign = async () => {
      await touch('touchStart', { x: x + 40, y: y + 40 })
      for (let step = 1; step < 9; step++)
        await touch('touchMove', { x: x + 40 + 20 * step, y: y + 40 + 9 * step })
      await touch('touchEnd')
    }
    await sign()
    assert.isAbove((await inkIn(page)).to, 40)
    await send(page)
    await page.getByText('The signature was not sent. Sign again, or type your name.').first().waitFor()
    await page.unroute('**/files?*')
    await page.getByRole('button', { name: 'Clear' }).click()
    await sign()
    await send(page)
    await thanked(page)
    assert.deepInclude((await storedIn(form))[0], { how: 'drawn' })
  })

  test('by keys alone the name is typed; what is drawn is seen again after turning back', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('signature', 'signed', 'Signature'),
      block('signature', 'witness', 'Witness', { settings: { upload: false } }),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const page = await opened(browser, form)
    cleanup(() => page.context().close())
    await page.getByText('Sign here, or use what is below').nth(1).waitFor()
    const name = page.getByRole('group', { name: 'Witness' }).getByLabel('Type your name')
    await name.focus()
    await page.keyboard.type('Ada Lovelace')
    assert.equal(await page.getByLabel('Choose an image').count(), 1)
    await page.getByText('Sign here, or use what is below').first().scrollIntoViewIfNeeded()
    await draw(page)
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await page.getByRole('group', { name: 'Signature' }).and(page.locator(':focus')).waitFor()
    await draw(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Clear' }).waitFor()
    assert.isAbove((await inkIn(page)).to, 40)
    // an image that is refused takes the place of nothing
    const none = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('No image.') }
    await page.getByLabel('Choose an image').setInputFiles(none)
    await page.getByRole('status').filter({ hasText: 'notes.png is not an image' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).waitFor()
    assert.isAbove((await inkAtRest(page)).to, 40)
    await page.getByRole('button', { name: 'Next' }).click()
    await send(page)
    await thanked(page)
    assert.deepInclude((await storedIn(form))[0], { how: 'drawn' })
    assert.deepInclude((await storedIn(form, 'witness'))[0], { how: 'typed', text: 'Ada Lovelace' })
  })

  test('the words of an empty sheet stand below its line, on narrow screens too', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('signature', 'signed', 'Unterschrift')], {
      general: { title: 'Vertrag', language: 'de' },
      appearance: { theme: 'default', size: 'lg', radius: 'small', accent: '#3B82F6' },
    })
    const page = await opened(browser, form, { viewport: { width: 320, height: 800 } })
    cleanup(() => page.context().close())
    await page.getByText('Hier unterschreiben, oder unten fortfahren').waitFor()
    const [line, top, bottom, foot] = await page.evaluate<number[]>(`(() => {
      const sheet = document.querySelector('.fw-sheet')
      const { bottom: foot } = sheet.getBoundingClientRect()
      const { top, bottom } = sheet.querySelector('span').getBoundingClientRect()
      return [foot - parseFloat(getComputedStyle(sheet, '::after').bottom), top, bottom, foot]
    })()`)
    assert.isAtLeast(top, line)
    assert.isAtMost(bottom, foot)
  })

  test('without JavaScript an image is chosen or the name typed', async ({ assert, browser, cleanup }) => {
    const form = await publishedForm([
      block('signature', 'signed', 'Signature'),
      pageBreak('second'),
      block('text', 'name01', 'Name'),
    ])
    const page = await opened(browser, form, { javaScriptEnabled: false })
    cleanup(() => page.context().close())
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
    const image = page.getByLabel('Choose an image of your signature')
    await image.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
    await press('Next')
    await page.getByText('notes.txt is not an image that browsers show.').first().waitFor()
    await image.setInputFiles(PHOTO)
    await press('Next')
    await press('Back')
    await page.getByText('Signed: photo.png').waitFor()
    await press('Next')
    await press('Send')
    await thanked(page)
    assert.deepInclude((await storedIn(form))[0], { how: 'uploaded', text: 'photo.png' })

    const other = await opened(browser, form, { javaScriptEnabled: false })
    cleanup(() => other.context().close())
    const pressed = (label: string) => other.getByRole('button', { name: label, exact: true }).click()
    await other.getByLabel('Choose an image of your signature').setInputFiles(PHOTO)
    await pressed('Next')
    await pressed('Back')
    await pressed('Remove')
    await other.getByLabel('Type your name').fill('Ada')
    await pressed('Next')
    await pressed('Send')
    await thanked(other)
    assert.deepInclude((await storedIn(form))[1], { how: 'typed', text: 'Ada' })
  })
})
