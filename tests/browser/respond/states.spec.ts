import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { axeFindingsInBoth } from '#tests/browser/axe'
import { block, OPTIONS, pageBreak } from '#tests/browser/respond/forms'
import { publish, textBlock } from '#tests/functional/forms/factories'
import { type PublishedForm, publishedForm, submit } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

/** What is smaller than a finger needs (WCAG 2.2, 2.5.8): everything that can be pressed, but ticks inside a label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea')]
      .filter((one) => one.checkVisibility() && !one.matches('.unseen, label input'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ one, box }) => one.outerHTML.slice(0, 80) + ' ' + box.width + ' x ' + box.height)
  `)
}

/** What is wrong with a page on a phone and on a desktop, in light and in dark. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const found = [...(await axeFindingsInBoth(page)), ...(await smallTargets(page))]
    faults.push(...found.map((fault) => `${width} px: ${fault}`))
  }
  return faults
}

test.group('States of the public page', (group) => {
  let context: BrowserContext
  let page: Page
  group.each.setup(async (test) => {
    const viewport = { width: 390, height: 800 }
    context = await test.context.browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' })
    page = await context.newPage()
    return () => context.close()
  })

  test('sending, then waiting for a connection', async ({ assert }) => {
    const form = await publishedForm()
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/submissions', async (route) => {
      await held
      await route.abort('internetdisconnected')
    })
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Sending…' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await context.setOffline(true)
    answer()
    await page.getByText('No connection. Your answers are kept here').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })

  test('full by the time it is sent: said in its own words too, and all that was typed stays', async ({
    assert,
  }) => {
    const fullText = 'All seats are gone.\nWrite to seats@example.com.'
    const form = await publishedForm(undefined, { access: { maxSubmissions: 1, fullText } })
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Name').fill('Ada')
    const { body } = await submit(form, { name01: 'Eve' })
    await page.getByRole('button', { name: 'Send' }).click()
    const notice = page.locator('#notice:focus')
    await notice.waitFor()
    assert.deepEqual(await notice.getByRole('paragraph').allInnerTexts(), [
      'Your answers were not sent. The form has received all the answers it can take.',
      fullText,
      'What you wrote is still here. Copy what you want to keep, or leave this page open and try again later.',
    ])
    // one is told from the next
    const places = await Promise.all(
      (await notice.getByRole('paragraph').all()).map((one) => one.boundingBox()),
    )
    for (const [at, place] of places.entries()) {
      const before = places[at - 1]
      if (before && place) assert.isAtLeast(place.y - before.y - before.height, 8)
    }
    const address = await notice.getByRole('link', { name: 'seats@example.com' }).getAttribute('href')
    assert.equal(address, 'mailto:seats@example.com')
    assert.deepEqual(await axeFindingsInBoth(page), [])
    assert.equal(await page.getByLabel('Name').inputValue(), 'Ada')
    const taken = `/api/forms/${form.id}/submissions/${body.data.id}`
    assert.equal((await form.creator.visitor.delete(taken)).status, 204)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  test('pages that are no form', async ({ assert }) => {
    const right = async (name: string) => assert.deepEqual(await faultsOf(page), [], name)
    const secret = await publishedForm(undefined, { password: 'open sesame' })
    const full = await publishedForm(undefined, { access: { maxSubmissions: 1 } })
    await submit(full, { name01: 'Ada' })
    const shown: [name: string, path: string, title: string][] = [
      ['password', secret.slug, 'This form is protected'],
      ['early', await slugOf({ opensAt: '2999-01-01T00:00:00.000Z' }), 'This form is not open yet'],
      ['closed', await slugOf({ closesAt: '2020-01-01T00:00:00.000Z' }), 'This form is closed'],
      ['full', full.slug, 'This form is full'],
      ['unknown', 'no-such-form', 'There is no form here'],
      ['no form, no ending', 'no-such-form/endings/x', 'There is no form here'],
      ['gone', `${await slugOf({})}/endings/x`, 'This page is no longer available'],
      ['error', '%E0%A4%A', 'Whoops, something went wrong (400)'],
    ]
    for (const [name, path, title] of shown) {
      await page.goto(`/forms/${path}`)
      await page.getByRole('heading', { name: title }).waitFor()
      await right(name)
    }
    await page.goto(`/forms/${secret.slug}`)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Open form' }).click()
    await page.getByText('not right').waitFor()
    await right('wrong password')
  })

  test('pages that are no form stand in the middle of the window, in the look of their form', async ({
    assert,
  }) => {
    const title = 'Board meeting'
    const opensAt = '2999-01-01T00:00:00.000Z'
    const look = (theme: string, more = {}) => ({
      appearance: { theme, size: 'lg', radius: 'small', accent: '#DB2777', ...more },
      general: { title },
    })
    const early = await publishedForm(undefined, { ...look('default', { logo: LOGO }), access: { opensAt } })
    const simple = await publishedForm(undefined, { ...look('simple'), access: { opensAt } })
    const arabic = { ...look('default'), general: { title, language: 'ar' } }
    const secret = await publishedForm(undefined, { ...arabic, password: 'open sesame' })
    const shown: [path: string, name: string, edge: 'middle' | 'start', title: boolean][] = [
      [early.slug, 'This form is not open yet', 'middle', true],
      [simple.slug, 'This form is not open yet', 'start', true],
      [secret.slug, 'هذا النموذج محمي', 'middle', false],
      ['no-such-form', 'There is no form here', 'middle', false],
    ]
    for (const [path, name, edge, titled] of shown) {
      await page.goto(`/forms/${path}`)
      await page.getByRole('heading', { name }).waitFor()
      assert.equal(await page.getByText(title).count(), titled ? 1 : 0, path)
      for (const viewport of [
        { width: 390, height: 800 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(viewport)
        const state = await placeOf(page, '.state')
        const heading = await placeOf(page, 'h1')
        const disc = await placeOf(page, '.disc')
        assert.equal(state.width, Math.min(420, viewport.width - 40))
        assert.closeTo(state.x + state.width / 2, viewport.width / 2, 1)
        assert.closeTo(state.y + state.height / 2, viewport.height / 2, 50)
        assert.deepEqual([disc.width, disc.height], [48, 48])
        if (edge === 'start') assert.equal(disc.x, state.x)
        else assert.closeTo(disc.x + 24, heading.x + heading.width / 2, 1)
      }
    }
    await page.goto(`/forms/${early.slug}`)
    await page.getByRole('img', { name: 'Acme' }).waitFor()
    await page.goto(`/forms/${secret.slug}`)
    const button = await placeOf(page, 'button')
    assert.equal(button.width, (await placeOf(page, '.state')).width)
    assert.deepEqual(await faultsOf(page), [])
  })

  test('what a form says of itself stands where its first questions are, not over a welcome', async ({
    assert,
  }) => {
    const settings = { title: 'Come with us' }
    const welcome = { id: 'hello1', kind: 'welcome', v: 1, settings }
    const form = await publishedForm(
      [
        welcome,
        textBlock('name01', 'Name', { required: true }),
        pageBreak('page02'),
        textBlock('mail01', 'Mail'),
      ],
      { general: { title: 'Trip', description: 'Three days in May.', language: 'en' } },
    )
    await page.goto(`/forms/${form.slug}`)
    const said = page.getByText('Three days in May.')
    const size = () => page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).fontSize`)
    await page.getByRole('heading', { name: 'Come with us' }).waitFor()
    assert.isFalse(await said.isVisible())
    const small = await size()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
    assert.isTrue(await said.isVisible())
    assert.isTrue(await page.getByText('* required').isVisible())
    assert.notEqual(await size(), small)
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Mail' }).waitFor()
    assert.isFalse(await said.isVisible())
    assert.equal(await size(), small)
  })

  test('sent to a version that was taken back', async ({ assert }) => {
    const form = await publishedForm()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`/forms/${form.slug}`)
    await takeBack(form)
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'This form has changed' }).waitFor()
    await page.getByRole('region', { name: 'What you wrote' }).getByText('Ada').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })

  for (const accent of ['#FFFFFF', '#FDE047', '#000000']) {
    test(`${accent} can be read in light and dark: filled in, wrong, with a notice`, async ({ assert }) => {
      const form = await publishedForm(
        [
          block('select', 'colour', 'Colour', { settings: { options: OPTIONS } }),
          pageBreak('second'),
          block('text', 'name01', 'Name', { required: true }),
          block('calculation', 'total1', 'Total', { settings: { formula: '2 * 2' } }),
        ],
        { appearance: { theme: 'default', size: 'sm', radius: 'none', accent } },
      )
      await page.goto(`/forms/${form.slug}`)
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByLabel('Blue').check()
      assert.deepEqual(await axeFindingsInBoth(page), [])
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'needs a look' }).waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [])
      assert.deepEqual(await smallTargets(page), [])
      await page.reload()
      await page.getByText('We kept what you had typed').waitFor()
      assert.deepEqual(await axeFindingsInBoth(page), [])
      assert.deepEqual(await smallTargets(page), [])
    })
  }
})

const LOGO = {
  picture: {
    src: `/media/00000000-0000-4000-8000-000000000000/${'a'.repeat(64)}`,
    ...{ name: 'a.png', type: 'image/png', size: 1, width: 100, height: 50 },
  },
  alt: 'Acme',
}

/** Where something stands in the window. */
async function placeOf(page: Page, selector: string) {
  const found = await page.locator(selector).boundingBox()
  if (!found) throw new Error(`${selector} is not shown`)
  return found
}

async function slugOf(access: Record<string, unknown>): Promise<string> {
  return (await publishedForm(undefined, { access })).slug
}

/** What was published does not count any more; the same is published anew. */
async function takeBack({ creator, id }: PublishedForm): Promise<void> {
  await creator.visitor.delete(`/api/forms/${id}/publication`)
  await publish(creator, id)
}
