import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const text = (name: string, content = `This is ${name}`) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

async function live(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

/** Names of the files of each field, of every submission. */
async function stored({ creator }: PublishedForm): Promise<Record<string, string[]>[]> {
  const rows = await inWorkspace<{ answers: Record<string, { name: string }[]> }>(
    creator.workspaceId,
    'select answers from submissions order by received_at',
  )
  return rows.map(({ answers }) =>
    Object.fromEntries(Object.entries(answers).map(([id, files]) => [id, files.map(({ name }) => name)])),
  )
}

test.group('A file that was not sent', () => {
  test('refused by type, empty or one too many: it is said at the field, and Send asks', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([
      block('file', 'photo1', 'Photo', { settings: { accept: ['image/*'] } }),
      block('file', 'papers', 'Papers', { settings: { maxCount: 2 } }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    // By its name it is a picture; the server looks inside.
    const disguised = { ...text('foto.png', '%PDF-1.4 no picture'), mimeType: 'image/png' }
    const photo = page.getByLabel('Photo', { exact: true })
    await photo.setInputFiles(disguised)
    await page
      .getByRole('alert')
      .filter({ hasText: 'foto.png is not an image. Choose another file.' })
      .waitFor()
    // it would be refused again
    assert.equal(await page.getByRole('button', { name: 'Try foto.png again' }).count(), 0)
    await photo.setInputFiles({ ...disguised, name: 'nothing.png', buffer: Buffer.alloc(0) })
    await page.getByRole('alert').filter({ hasText: 'nothing.png is empty.' }).waitFor()
    const papers = page.getByLabel('Papers', { exact: true })
    await papers.focus()
    await papers.setInputFiles(['a.txt', 'b.txt', 'c.txt'].map((name) => text(name)))
    await page.getByRole('alert').filter({ hasText: 'At most 2 files' }).waitFor()
    // there is no room for more, and no input that could keep the focus
    await focused(page.locator('.fw-file').nth(1).getByRole('button', { name: 'c.txt' }).first())
    const send = page.getByRole('button', { name: 'Send' })
    await send.click()
    await page.getByRole('heading', { name: '2 answers need a look' }).waitFor()
    const summary = page.locator('#summary')
    await summary.getByText('nothing.png was not sent. Remove it, or choose another file.').waitFor()
    await summary.getByText('c.txt was not sent').waitFor()
    assert.deepEqual(await stored(form), [])
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
    await summary.getByRole('link', { name: 'Photo' }).click()
    await focused(remove('nothing.png'))
    await page.keyboard.press('Enter')
    await focused(photo)
    await remove('c.txt').click()
    await focused(remove('b.txt'))
    await remove('a.txt').click()
    await focused(remove('b.txt'))
    await send.click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ papers: ['b.txt'] }])
  })

  test('chosen before what sends files has come: Send asks, and it goes once that is there', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([block('file', 'paper1', 'Paper')])
    const page = await browser.newPage({ baseURL: `http://${process.env.HOST}:${process.env.PORT}` })
    cleanup(() => page.close())
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/respondent/assets/at_hand-*.js', async (route) => {
      await late
      await route.continue()
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    await page.getByLabel('Paper').setInputFiles(text('a.txt'))
    const send = page.getByRole('button', { name: 'Send' })
    await send.click()
    await page.locator('#summary').getByText('a.txt was not sent').waitFor()
    assert.deepEqual(await stored(form), [])
    release()
    await page.locator('#summary').waitFor({ state: 'detached' })
    await send.click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ paper1: ['a.txt'] }])
  })

  test('chosen offline, or cut off by a reload: it can be tried again, and is waited for', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([block('file', 'papers', 'Papers', { settings: { maxCount: 3 } })])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const papers = page.getByLabel('Papers', { exact: true })
    const send = page.getByRole('button', { name: 'Send' })
    await page.context().setOffline(true)
    await papers.setInputFiles(text('a.txt'))
    await page.getByRole('alert').filter({ hasText: 'No connection.' }).waitFor()
    await send.click()
    await page.locator('#summary').getByText('a.txt was not sent.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try a.txt again' }).click()
    await focused(page.getByRole('button', { name: 'Remove a.txt' }))
    await page.getByRole('button', { name: 'Try a.txt again' }).waitFor({ state: 'detached' })

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/files?*', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await papers.setInputFiles(text('b.txt'))
    await page.getByRole('progressbar', { name: 'Sending b.txt' }).waitFor()
    await page.reload()
    await live(page)
    await page.getByRole('alert').filter({ hasText: 'was not sent completely' }).waitFor()
    await send.click()
    await page.locator('#summary').getByText('b.txt was not sent.').waitFor()
    assert.deepEqual(await stored(form), [])
    await papers.setInputFiles(text('b.txt'))
    await page.getByRole('progressbar', { name: 'Sending b.txt' }).waitFor()
    await send.click()
    await page.getByRole('button', { name: 'Sending…' }).waitFor()
    release()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ papers: ['a.txt', 'b.txt'] }])
  })

  test('of which the server says nothing: nobody waits for ever, and it can be tried again', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([block('file', 'papers', 'Papers')])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    await page.evaluate(`{
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        this.timeout /= 100
        return send.call(this, body)
      }
    }`)
    await page.route('**/files?*', () => {}, { times: 1 })
    await page.getByLabel('Papers', { exact: true }).setInputFiles(text('a.txt'))
    await page.getByRole('progressbar', { name: 'Sending a.txt' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('#summary').getByText('a.txt was not sent.').waitFor()
    await page.getByRole('button', { name: 'Try a.txt again' }).click()
    await page.getByRole('progressbar', { name: 'Sending a.txt' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ papers: ['a.txt'] }])
  })

  test('dropped in a folder: taken like any other, and one too many is told', async ({
    assert,
    visit,
    cleanup,
  }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dropped-'))
    cleanup(() => rm(folder, { recursive: true }))
    await mkdir(path.join(folder, 'papers', 'old'), { recursive: true })
    for (const name of [
      'beside.txt',
      'papers/a.txt',
      'papers/.hidden',
      'papers/old/b.txt',
      'papers/old/c.txt',
    ])
      await writeFile(path.join(folder, name), name)
    const form = await publishedForm([block('file', 'papers', 'Papers', { settings: { maxCount: 3 } })])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    await page.waitForLoadState('networkidle')
    const pointer = await page.context().newCDPSession(page)
    const drop = async (name: string, { x, y }: { x: number; y: number }) => {
      const data = { items: [], files: [path.join(folder, name)], dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await pointer.send('Input.dispatchDragEvent', { type, x, y, data })
    }
    const place = async (label: string) => {
      const box = await page.getByLabel(label, { exact: true }).boundingBox()
      if (!box) throw new Error('It is not shown.')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await drop('beside.txt', await place('Papers'))
    await page.getByRole('button', { name: 'Remove beside.txt' }).waitFor()
    await drop('papers', await place('Papers'))
    await page.getByRole('alert').filter({ hasText: 'At most 3 files' }).waitFor()
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    await page.getByRole('button', { name: 'Remove c.txt' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await stored(form), [{ papers: ['beside.txt', 'a.txt', 'b.txt'] }])
  })

  test('what is taken is said in the words of people', async ({ visit }) => {
    const pdf = ['application/pdf', '.pdf']
    const form = await publishedForm([
      block('file', 'one001', 'One', { settings: { accept: pdf } }),
      block('file', 'many01', 'Many', { settings: { accept: [...pdf, 'image/jpeg', '.png'], maxCount: 2 } }),
      block('file', 'any001', 'Any', { settings: { accept: ['image/*', '.docx'], maxMegabytes: 2.5 } }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    for (const words of [
      'PDF, up to 10 MB',
      'Up to 2 files: PDF, JPG or PNG, up to 10 MB each',
      'Image or DOCX, up to 2.5 MB',
    ])
      await page.getByText(words, { exact: true }).waitFor()
    await page.getByLabel('Many', { exact: true }).setInputFiles({ ...text('note.txt') })
    await page.getByText('note.txt is not of an accepted type (PDF, JPG, PNG).').waitFor()
    await page
      .getByLabel('Any', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('button', { name: 'Remove a.png' }).waitFor()
    // There is a file: nothing says that none was chosen.
    await page.getByLabel('Any', { exact: true }).waitFor({ state: 'hidden' })
  })

  test('what takes a file back stands at the end of its row, however long the name', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([block('file', 'papers', 'Papers', { settings: { maxCount: 12 } })])
    const page = await visit(`/forms/${form.slug}`)
    await live(page)
    const names = Array.from({ length: 12 }, (_, index) => `${'paper '.repeat(1 + index)}${index}.txt`)
    await page.getByLabel('Papers', { exact: true }).setInputFiles(names.map((name) => text(name)))
    // they are called so before they are sent, too, and Cancel in between
    await page.locator('.fw-file-item > input[type="hidden"]').nth(11).waitFor({ state: 'attached' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const ends = await page.evaluate<number[]>(
        `[...document.querySelectorAll('[aria-label^="Remove "]')].map((one) => Math.round(one.getBoundingClientRect().right))`,
      )
      assert.lengthOf(ends, 12)
      assert.equal(new Set(ends).size, 1, `${width}: ${ends.join()}`)
    }
  })
})

/** Waits for the focus to come to an element. */
async function focused(element: ReturnType<Page['locator']>): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}
