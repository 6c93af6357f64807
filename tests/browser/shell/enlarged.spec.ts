import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { submit } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
/** A window of 1,280 by 1,024 pixels whose page is enlarged to 400 %. */
const ENLARGED = { width: 320, height: 256 }

/** What has the focus, and how much of it is seen: neither beyond the window nor below what lies over the page. */
const FOCUSED = `(() => {
  const one = document.activeElement
  // a button of a choice is what is drawn of it
  const seen = one.type === 'radio' && one.labels?.[0] || one
  const { left, top, width, height } = seen.getBoundingClientRect()
  let shown = 0
  for (let x = 0.5; x < 8; x++) for (let y = 0.5; y < 8; y++) {
    const hit = document.elementFromPoint(left + (width * x) / 8, top + (height * y) / 8)
    if (hit && (seen.contains(hit) || hit === one)) shown += 1 / 64
  }
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent
  return { name: one.localName + ' ' + name.trim().slice(0, 60), shown }
})()`

/** Goes through a page by Tab; what has the focus and is not seen but for a third at most. */
async function hidden(page: Page, presses: number): Promise<string[]> {
  const found: string[] = []
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    // what follows the focus has moved by then
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const { name, shown } = await page.evaluate<{ name: string; shown: number }>(FOCUSED)
    if (shown < 1 / 3) found.push(`${name}: ${Math.round(shown * 100)} %`)
  }
  return found
}

test.group('Creators’ app at 400 %', (group) => {
  let context: BrowserContext
  group.each.teardown(() => context.close())

  test('what has the focus is seen, whatever sticks to the edges of the window', async ({
    assert,
    browser,
  }) => {
    const blocks = ['First name', 'Last name', 'Town', 'Work', 'Anything else'].map((label, index) =>
      textBlock(`asked${index}`, label, { key: `q${index}` }),
    )
    const { creator, form } = await newForm(blocks, 'A form with a title of some length')
    await publish(creator, form.id)
    await submit({ slug: form.slug, visitor: new Visitor() }, { q0: 'Ada', q1: 'Lovelace' })
    context = await browser.newContext({ baseURL, viewport: ENLARGED, reducedMotion: 'reduce' })
    await signIn(context, creator)
    const page = await context.newPage()
    const at = (path: string) => page.goto(`/forms/${form.slug}/${path}`)

    await page.goto('/settings/workspace')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    assert.deepEqual(await hidden(page, 14), [], 'settings')

    await at('edit')
    await page.getByRole('combobox', { name: 'Add a block' }).last().waitFor()
    assert.deepEqual(await hidden(page, 18), [], 'editor')
    await page.getByRole('button', { name: 'Settings', exact: true }).last().click()
    await page.getByRole('dialog').getByText('Design', { exact: true }).first().waitFor()
    assert.deepEqual(await hidden(page, 16), [], 'settings of the form')

    await at('show/submissions')
    await page.getByRole('row').nth(1).waitFor()
    assert.deepEqual(await hidden(page, 24), [], 'table')
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.getByRole('button', { name: 'Edit answers' }).click()
    await page.getByRole('dialog').getByLabel('First name').waitFor()
    assert.deepEqual(await hidden(page, 9), [], 'answers')
  }).timeout(60_000)
})
