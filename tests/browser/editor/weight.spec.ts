import { get } from 'node:http'
import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { hasFocus } from '#tests/browser/shell/screen'
import { NAME_AND_CITY, newDesk, publish, type GivenBlock } from '#tests/browser/editor/editor_page'

const GIVEN: GivenBlock[] = [
  { id: 'nameblock01', kind: 'text', label: 'Name', key: 'name' },
  { id: 'storyblock1', kind: 'rich-text', label: 'Story', key: 'story' },
  { id: 'sizeblock01', kind: 'select', label: 'Size', key: 'size' },
  { id: 'tasteblock1', kind: 'select', label: 'Taste', key: 'taste' },
]

/** The bytes of a file as it travels. */
function fetched(path: string): Promise<number> {
  const address = `http://${process.env.HOST}:${process.env.PORT}${path}`
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => (bytes += piece.length))
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

test.group('Editor: what the page weighs', () => {
  for (const width of [1280, 390])
    test(`is said with the blocks that make it: ${width} px`, async ({ assert, browser }) => {
      const desk = await newDesk(browser, { blocks: GIVEN, viewport: { width, height: 800 } })
      const { page } = desk
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Publish' })
      const summary = sheet.getByText(/^Page weight: [\d.]+ KB$/)
      await summary.press('Enter')
      const lines = sheet.getByRole('list', { name: 'What makes the page heavy' }).getByRole('listitem')
      await lines.first().waitFor()
      const texts = await lines.allTextContents()
      assert.match(texts[0] ?? '', /^Rich text: Story[\d.]+ KB, and up to [\d.]+ KB once used$/)
      assert.isTrue(texts.some((text) => /: Size and 1 more[\d.]+ KB/.test(text)))
      assert.deepEqual(await axeFindings(page), [])
      await sheet.getByRole('button', { name: 'Rich text: Story' }).press('Enter')
      await sheet.waitFor({ state: 'detached' })
      await hasFocus(page, page.locator('[data-block="storyblock1"]'))
    })

  test('is all that a visitor loads, at first and right after', async ({ assert, browser, cleanup }) => {
    const desk = await newDesk(browser, { blocks: NAME_AND_CITY })
    cleanup(() => desk.context.close())
    await desk.page.getByRole('button', { name: 'Publish', exact: true }).click()
    const sheet = desk.page.getByRole('dialog', { name: 'Publish' })
    const said = await sheet.getByText(/^Page weight: [\d.]+ KB$/).textContent()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await publish(desk.page)

    const page = await desk.context.newPage()
    const paths: string[] = []
    page.on('request', (request) => {
      const kind = request.resourceType()
      if (kind === 'script' || kind === 'stylesheet') paths.push(new URL(request.url()).pathname)
    })
    await page.goto(`/forms/${desk.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    assert.includeMembers(
      paths.map((path) => path.split('/').at(-1)?.split('-')[0]),
      ['page', 'begin'],
    )
    const sizes = await Promise.all(paths.map(fetched))
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
