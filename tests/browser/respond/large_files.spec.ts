import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import type { Page, Request } from 'playwright'
import { block } from '#tests/browser/respond/forms'
import { cuttingProxy } from '#tests/functional/cutting_proxy'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const MB = 1_000_000

/** A file on a disk, which is the same file however often it is chosen. */
function fileOf(bytes: Buffer): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'formwright-large-'))
  const path = join(folder, 'film.bin')
  writeFileSync(path, bytes)
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}

async function live(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

async function sent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

async function storedHashes({ creator }: PublishedForm): Promise<string[]> {
  const sql = `select sha256 from files where status = 'claimed'`
  return (await inWorkspace<{ sha256: string }>(creator.workspaceId, sql)).map(({ sha256 }) => sha256)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const asked = () => publishedForm([block('file', 'film01', 'Film', { settings: { maxMegabytes: 100 } })])

/** A page that lost its connection at this request, as it sent a file: from there on no time passes on it. */
async function cutOffAt(
  address: string,
  isIt: (request: Request) => boolean,
  size: number,
  { browser, cleanup }: Pick<TestContext, 'browser' | 'cleanup'>,
): Promise<Page> {
  const form = await asked()
  const page = await browser.newPage({ baseURL })
  const file = fileOf(randomBytes(size))
  cleanup(async () => {
    await page.close()
    file.remove()
  })
  await page.clock.install()
  await page.route(address, async (route, request) => {
    if (!isIt(request)) return route.continue()
    await page.context().setOffline(true)
    await route.abort()
  })
  await page.goto(`/forms/${form.slug}`)
  await live(page)
  const failed = page.waitForEvent('requestfailed')
  await page.getByLabel('Film', { exact: true }).setInputFiles(file.path)
  await failed
  // before the first wait of a second is over
  await page.clock.pauseAt(Date.now() + 500)
  await page.unroute(address)
  return page
}

test.group('A large file', () => {
  test('goes on after a reload where it was, through a line that is cut again and again', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await asked()
    const proxy = await cuttingProxy(baseURL, 2 * MB, 4)
    const page = await browser.newPage({ baseURL: proxy.url })
    const bytes = randomBytes(14 * MB)
    const file = fileOf(bytes)
    cleanup(async () => {
      await page.close()
      await proxy.close()
      file.remove()
    })
    const starts: number[] = []
    let hold: ((start: number) => void) | undefined
    const held = new Promise<number>((resolve) => (hold = resolve))
    await page.route('**/uploads/*', async (route, request) => {
      const start = Number(request.headers()['upload-offset'])
      if (request.method() === 'PATCH') starts.push(start)
      if (!(start >= 8 * MB) || !hold) return route.continue()
      hold(start)
      hold = undefined
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const film = page.getByLabel('Film', { exact: true })
    await film.setInputFiles(file.path)
    const progress = page.getByRole('progressbar', { name: 'Sending film.bin' })
    await progress.waitFor()
    const reached = await held
    await page.reload()
    await live(page)
    await page.getByRole('alert').filter({ hasText: 'Choose it again' }).waitFor()
    const before = starts.length
    await film.setInputFiles(file.path)
    await page.getByRole('button', { name: 'Remove film.bin' }).waitFor()
    assert.isAtLeast(Math.min(...starts.slice(before)), reached)
    assert.equal(proxy.cuts, 4)
    await sent(page)
    assert.deepEqual(await storedHashes(form), [sha256(bytes)])
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [])
  }).timeout(40_000)

  test('goes on as soon as there is a connection again', async ({ browser, cleanup }) => {
    const isLast = (request: Request) => request.headers()['upload-offset'] === String(8 * MB)
    const page = await cutOffAt('**/uploads/*', isLast, 10 * MB, { browser, cleanup })
    const again = page.waitForRequest('**/uploads/*')
    await page.context().setOffline(false)
    await again
    await page.clock.resume()
    await page.getByRole('button', { name: 'Remove film.bin' }).waitFor()
    await sent(page)
  })

  test('of which every piece is there is made a file as soon as there is a connection again', async ({
    browser,
    cleanup,
  }) => {
    const page = await cutOffAt('**/files?*', () => true, 2 * MB, { browser, cleanup })
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Remove film.bin' }).waitFor()
    await page.clock.resume()
    await sent(page)
  })

  test('of which the server says nothing: nobody waits for ever, and it can be tried again', async ({
    browser,
    cleanup,
  }) => {
    const form = await asked()
    const page = await browser.newPage({ baseURL })
    const file = fileOf(randomBytes(2 * MB))
    cleanup(async () => {
      await page.close()
      file.remove()
    })
    await page.clock.install()
    const begun = () => page.waitForRequest('**/uploads?*')
    await page.route('**/uploads?*', () => {})
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await Promise.all([begun(), page.getByLabel('Film', { exact: true }).setInputFiles(file.path)])
    await page.getByRole('button', { name: 'Send' }).click()
    for (let times = 1; times < 4; times++) await Promise.all([begun(), page.clock.fastForward(31_000)])
    await page.clock.fastForward(31_000)
    await page.locator('#summary').getByText('film.bin was not sent.').waitFor()
    await page.unroute('**/uploads?*')
    await page.getByRole('button', { name: 'Try film.bin again' }).click()
    await page.getByRole('button', { name: 'Try film.bin again' }).waitFor({ state: 'detached' })
    await sent(page)
  })

  test('is given up with Cancel, and what came of it is forgotten', async ({ assert, browser, cleanup }) => {
    const form = await asked()
    const page = await browser.newPage({ baseURL })
    const file = fileOf(randomBytes(10 * MB))
    cleanup(async () => {
      await page.close()
      file.remove()
    })
    let release = () => {}
    const second = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/uploads/*', async (route, request) => {
      if (request.headers()['upload-offset'] !== String(8 * MB)) return route.continue()
      release()
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Film', { exact: true }).setInputFiles(file.path)
    await second
    const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Cancel film.bin' }).click()
    assert.equal((await forgotten).status(), 204)
    const sql = 'select id from files'
    assert.deepEqual(await inWorkspace(form.creator.workspaceId, sql), [])
    await page.getByLabel('Film', { exact: true }).waitFor()
    // a closed form says so before anything is sent
    await form.creator.visitor.request('POST', `/api/forms/${form.id}/closure`)
    await page.getByLabel('Film', { exact: true }).setInputFiles(file.path)
    await page.getByRole('alert').filter({ hasText: 'The form has been closed.' }).waitFor()
  }).timeout(40_000)
})
