import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { Installation } from '#tests/functional/plugins/installation'
import { HTML, publishedForm } from '#tests/functional/respond/answering'
import { type Creator, newCreator, Visitor } from '#tests/functional/visitor'
import { block } from '#tests/browser/respond/forms'

const SKETCH = fileURLToPath(new URL('sketch/', import.meta.url))
const STARS = fileURLToPath(new URL('stars/', import.meta.url))
const ROW = /\/respondent\/assets\/row-.*\.js$/
const LIVE = /\/live\/assets\/sketch-.*\.js$/

/** The script of a public page, as it is served. */
async function scriptOf(url: string, slug: string): Promise<string> {
  const visitor = new Visitor(url)
  const page = await visitor.get(`/forms/${slug}`, HTML)
  const address = /<script type="module" src="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return (await visitor.get(address, {})).text
}

for (const runtime of ['preact', 'react'] as const) {
  test.group(`A control that comes on demand, on ${runtime}`, (group) => {
    let place: Installation
    let creator: Creator
    let context: BrowserContext
    let page: Page
    const errors: string[] = []
    group.setup(async () => {
      place = await Installation.make({ FRONTEND: runtime })
      place.copyField(SKETCH)
      place.copyField(STARS)
      await place.build()
      await place.start()
      return () => place.remove()
    })
    group.each.setup(async (test) => {
      const made = await newCreator()
      const visitor = new Visitor(place.url)
      visitor.cookies = made.visitor.cookies
      creator = { ...made, visitor }
      context = await test.context.browser.newContext({ baseURL: place.url })
      page = await context.newPage()
      errors.length = 0
      page.on('pageerror', (error) => errors.push(error.message))
      return () => context.close()
    })

    const formOf = async (...blocks: unknown[]) => {
      const { form } = await newForm(blocks, 'A sketch', creator)
      await publish(creator, form.id)
      return form
    }
    const answered = async (formId: string) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      const { body } = await creator.visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
        `/api/forms/${formId}/submissions`,
      )
      return body.data.rows[0]?.cells[0]
    }
    const opened = async (slug: string) => {
      await page.goto(`/forms/${slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
    }

    test('takes over what was half typed, with a library made for React and a style of its own', async ({
      assert,
    }) => {
      const form = await formOf(block('sketch', 'sketch1', 'Sketch'))
      let release = () => {}
      const late = new Promise<void>((resolve) => (release = resolve))
      await page.route(LIVE, async (route) => {
        await late
        await route.continue()
      })
      await opened(form.slug)
      await page.getByLabel('Sketch').fill('half')
      release()
      await page.getByText('Any library of React works here.').waitFor()
      await page.getByRole('status', { name: 'So far' }).filter({ hasText: 'half' }).waitFor()
      const canvas = page.getByLabel('Drawing')
      await page.waitForFunction(
        "getComputedStyle(document.querySelector('canvas')).borderTopColor === 'rgb(1, 2, 3)'",
      )
      const box = await canvas.boundingBox()
      if (!box) return assert.fail('there is no canvas')
      await page.mouse.move(box.x + 20, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + 120, box.y + 80, { steps: 5 })
      await page.mouse.up()
      await page.getByRole('status', { name: 'So far' }).filter({ hasText: 'data:image/png' }).waitFor()
      assert.match(String(await answered(form.id)), /^data:image\/png;base64,/)
      assert.deepEqual(errors, [])
    })

    test('has what is typed at once: nothing jumps while it is drawn', async ({ assert }) => {
      const form = await formOf(block('sketch', 'sketch1', 'Sketch'))
      await opened(form.slug)
      const input = page.getByLabel('In words')
      await input.focus()
      await page.keyboard.type('A tree')
      for (const _ of 'tree') await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('house with a ')
      assert.equal(await input.inputValue(), 'A house with a tree')
      await page.getByRole('status', { name: 'So far' }).filter({ hasText: 'A house with a tree' }).waitFor()
      assert.equal(await answered(form.id), 'A house with a tree')
    })

    test('without it, or when it breaks, the plain control goes on', async ({ assert }) => {
      const form = await formOf(block('sketch', 'sketch1', 'Sketch'))
      await page.route(LIVE, (route) => route.abort())
      await opened(form.slug)
      await page.getByLabel('Sketch').fill('A house with a tree')
      assert.equal(await answered(form.id), 'A house with a tree')

      await page.unroute(LIVE)
      const other = await formOf(block('sketch', 'sketch1', 'Sketch', { default: { value: 'break' } }))
      // the page says why its live part is gone, and draws the plain control again
      const broken = page.waitForEvent('console', (message) => message.type() === 'error')
      await opened(other.slug)
      await broken
      const plain = page.getByLabel('Sketch')
      await plain.fill('A boat')
      assert.equal(await plain.inputValue(), 'A boat')
      assert.equal(await answered(other.id), 'A boat')
    })

    test('what uses the hooks of the page comes without a second copy of them, and the focus stays', async ({
      assert,
    }) => {
      const form = await formOf(block('stars', 'stars1', 'Stars'))
      let release = () => {}
      const late = new Promise<void>((resolve) => (release = resolve))
      await page.route(ROW, async (route) => {
        await late
        await route.continue()
      })
      await opened(form.slug)
      await page.getByLabel('Stars').fill('*')
      const row = page.waitForResponse(ROW)
      release()
      const { length } = await (await row).text()
      assert.isBelow(length, 1_000)
      const more = page.getByRole('button', { name: 'One more' })
      await more.waitFor()
      await page.getByLabel('Stars').and(page.locator(':focus')).waitFor()
      await page.waitForFunction(
        "getComputedStyle(document.querySelector('.stars-row')).borderTopColor === 'rgb(4, 5, 6)'",
      )
      await more.click()
      await more.click()
      await page.getByRole('status', { name: 'Steps' }).filter({ hasText: '2' }).waitFor()
      assert.equal(await answered(form.id), '***')
      assert.deepEqual(errors, [])
    })

    test('pages without the kind do not grow by a byte', async ({ assert }) => {
      const here = await formOf(textBlock('name01', 'Name'))
      const script = await scriptOf(place.url, here.slug)
      assert.isNotEmpty(script)
      assert.notInclude(script, 'sketch')
      assert.notInclude(script, '/live/')
      // beside the same sources without the kind
      if (runtime === 'react') return
      const elsewhere = await publishedForm([textBlock('name01', 'Name')])
      const base = `http://${process.env.HOST}:${process.env.PORT}`
      // parts that kinds share are numbered, and this kind shares one more
      const unnumbered = (text: string) => text.replaceAll(/___\d+/g, '___')
      assert.lengthOf(unnumbered(script), unnumbered(await scriptOf(base, elsewhere.slug)).length)
    })
  })
}
