import { test } from '@japa/runner'
import { eventually } from '#tests/browser/eventually'
import { countShifts, shiftsOf } from '#tests/browser/layout_shift'
import { formOfEveryKind } from '#tests/browser/respond/every_kind'
import { slowly } from '#tests/browser/slow'

const PAINTED = `performance.getEntriesByName('first-contentful-paint').length`
const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

test.group('The first that is seen of a public page', () => {
  test('over a slow network it is painted and can be read before any script has come; no font is loaded', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOfEveryKind({}, true)
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
    cleanup(() => context.close())
    const page = await context.newPage()
    await slowly(page)
    await countShifts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.resourceType()} ${request.url()}`))
    let come = () => {}
    const held = new Promise<void>((resolve) => (come = resolve))
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/forms/${form.slug}`, { waitUntil: 'commit' })
    await eventually(async () => assert.isAbove(await page.evaluate<number>(PAINTED), 0))
    assert.isTrue(await page.getByRole('heading', { name: 'A form', level: 1 }).isVisible())
    assert.isTrue(await page.getByRole('textbox', { name: 'Name (required)' }).isVisible())
    await page.getByRole('textbox', { name: 'Name (required)' }).fill('Ada')
    assert.equal(await page.locator('html[data-live]').count(), 0)
    come()
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('textbox', { name: 'Name (required)' }).inputValue(), 'Ada')
    // the page, what comes after it, what waits until more of a field is wanted, what sends the files of its field, and what
    // makes players of video addresses
    const scripts = asked.flatMap((one) => /^script .*\/(\w+)-[^/]*\.js$/.exec(one)?.[1] ?? [])
    assert.sameMembers(scripts, ['page', 'begin', 'when_wanted', 'at_hand', 'address'])
    assert.isEmpty(asked.filter((one) => one.startsWith('font')))
    assert.isBelow(await shiftsOf(page), 0.02)
  })
})
