import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { block } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { PHOTO, PNG } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

/** The beginning of a picture in HEIC: enough to be known by, too little to be drawn. */
const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)])

async function sent(page: Page, { creator }: PublishedForm): Promise<string[]> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const rows = await inWorkspace<{ name: string; type: string }>(
    creator.workspaceId,
    `select name, type from files where status = 'claimed' order by name`,
  )
  return rows.map(({ name, type }) => `${name} ${type}`)
}

/** Drops files of the disk as somebody does who drags them from a folder. */
async function dropped(page: Page, target: Locator, files: string[]): Promise<void> {
  const box = await target.boundingBox()
  const at = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 }
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      ...{ type, ...at },
      data: { items: [], files, dragOperationsMask: 1 },
    })
  }
}

test.group('Ways of choosing files', () => {
  test('many at once, dropped from a folder, and pasted from the clipboard', async ({
    assert,
    cleanup,
    visit,
  }) => {
    const form = await publishedForm([block('file', 'papers', 'Papers', { settings: { maxCount: 6 } })])
    const page = await visit(`/forms/${form.slug}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const papers = page.getByLabel('Papers', { exact: true })
    const stored = (name: string) => page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    await papers.setInputFiles(
      ['a.txt', 'b.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
    )
    await stored('a.txt')
    await stored('b.txt')
    const folder = mkdtempSync(join(tmpdir(), 'formwright-dropped-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const files = ['c.txt', 'd.txt'].map((name) => join(folder, name))
    files.forEach((file) => writeFileSync(file, 'from a folder'))
    await dropped(page, papers, files)
    await stored('c.txt')
    await stored('d.txt')
    await page.evaluate(
      `(async () => {
        const png = Uint8Array.from(atob('${PNG.toString('base64')}'), (one) => one.charCodeAt(0))
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) })])
      })()`,
    )
    await papers.focus()
    await page.keyboard.press('Control+V')
    await page.getByRole('status').filter({ hasText: 'Pasted: image.png' }).waitFor()
    await stored('image.png')
    assert.deepEqual(await sent(page, form), [
      ...['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => `${name} text/plain`),
      'image.png image/png',
    ])
  })

  test('pictures are shown small; HEIC that the browser cannot draw is named, and judged by its content', async ({
    assert,
    visit,
  }) => {
    const form = await publishedForm([
      block('file', 'photos', 'Photos', { settings: { accept: ['image/png', 'image/heif'], maxCount: 3 } }),
    ])
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const photos = page.getByLabel('Photos', { exact: true })
    // browsers give no type to what they do not know
    await photos.setInputFiles([PHOTO, { name: 'b.heic', mimeType: '', buffer: HEIC }])
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await page.getByRole('button', { name: 'Remove photo.png' }).waitFor()
    await row('photo.png').locator('canvas').waitFor()
    await page.getByRole('button', { name: 'Remove b.heic' }).waitFor()
    await row('b.heic').getByText('HEIC photo: this browser cannot show it').waitFor()
    assert.equal(await page.getByRole('list').locator('canvas').count(), 1)
    assert.deepEqual(await axeFindings(page), [])
    await photos.setInputFiles({ name: 'c.heic', mimeType: '', buffer: Buffer.from('no picture') })
    await page.getByRole('alert').filter({ hasText: 'c.heic is not of an accepted type' }).waitFor()
    await page.getByRole('button', { name: 'Remove c.heic' }).click()
    assert.deepEqual(await sent(page, form), ['b.heic image/heic', 'photo.png image/png'])
  })
})
