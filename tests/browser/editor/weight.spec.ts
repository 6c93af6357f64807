import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { hasFocus } from '#tests/browser/shell/screen'
import { newDesk, publish, type GivenBlock } from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'storyblock1', kind: 'rich-text', label: 'Story', key: 'story' },
  { id: 'sizeblock01', kind: 'select', label: 'Size', key: 'size' },
  { id: 'tasteblock1', kind: 'select', label: 'Taste', key: 'taste' },
]

/** A file as it travels, and what it says. */
function fetched(path: string): Promise<{ bytes: number; text: string }> {
  const address = `http://${process.env.HOST}:${process.env.PORT}${path}`
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const whole = Buffer.concat(pieces)
        const zipped = response.headers['content-encoding'] === 'gzip'
        resolve({ bytes: whole.length, text: (zipped ? gunzipSync(whole) : whole).toString() })
      })
    }).on('error', reject)
  })
}

test.group('Editor: what the page weighs', () => {
  for (const width of [1280, 390])
    test(`is what visitors load, with the blocks that make it: ${width} px`, async ({ assert, browser }) => {
      const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width, height: 800 } })
      const { page } = desk
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Publish' })
      const summary = sheet.getByText(/^Page weight: [\d.]+ KB$/)
      await summary.press('Enter')
      const said = (await summary.textContent()) ?? ''
      const lines = sheet.getByRole('list', { name: 'What makes the page heavy' }).getByRole('listitem')
      await lines.first().waitFor()
      const texts = await lines.allTextContents()
      assert.match(texts[0] ?? '', /^Rich text: Story[\d.]+ KB, and up to [\d.]+ KB once used$/)
      assert.isTrue(texts.some((text) => /: Size and 1 more[\d.]+ KB/.test(text)))
      assert.deepEqual(await axeFindings(page), [])
      await sheet.getByRole('button', { name: 'Rich text: Story' }).press('Enter')
      await sheet.waitFor({ state: 'detached' })
      await hasFocus(page, page.locator('[data-block="storyblock1"]'))

      await publish(page)
      const { text } = await fetched(`/forms/${desk.slug}`)
      const files = new Set(
        [...text.matchAll(/\/respondent\/assets\/page-[^"'\s>]+\.(?:js|css)/g)].map(([path]) => path),
      )
      assert.lengthOf([...files], 2)
      const sizes = await Promise.all([...files].map(async (path) => (await fetched(path)).bytes))
      const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024
      assert.equal(said, `Page weight: ${kilobytes.toFixed(1)} KB`)
    })

  test('is not said while something is to be mended', async ({ assert, browser }) => {
    const { page } = await newDesk(browser, { blocks: [{ ...GIVEN[0], label: '{#goneblock01}' }] })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByText('1 problem to fix first').waitFor()
    assert.equal(await sheet.getByText(/Page weight/).count(), 0)
  })
})
