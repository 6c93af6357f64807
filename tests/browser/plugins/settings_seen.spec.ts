import { test } from '@japa/runner'
import { holds } from '#tests/browser/eventually'
import { block } from '#tests/browser/respond/forms'
import { send, visit } from '#tests/browser/plugins/visit'
import { publishedForm } from '#tests/functional/respond/answering'

const options = ['A', 'B', 'C'].map((label) => ({ id: label.toLowerCase(), label, capacity: 4 }))
const lines = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label }))

// Settings that no other test of a page looks at: what creators write or choose in them is what people meet.
const BLOCKS = [
  block('text', 'given1', 'First name', { hideLabel: true, settings: { autocomplete: 'given-name' } }),
  block('textarea', 'story1', 'Story', { settings: { rows: 6, grow: false } }),
  block('select', 'any001', 'Any', {
    settings: {
      ...{ multiple: true, options, showLeft: false, columns: '3', maxSelections: 2 },
      ...{ all: true, allLabel: 'The lot', other: true, otherLabel: 'Besides', none: true, noneLabel: 'Nil' },
    },
  }),
  block('toggle', 'news01', 'News', { settings: { onLabel: 'Sure', offLabel: 'Rather not' } }),
  block('checkbox', 'guest1', 'Guest', {
    settings: { appearance: 'yes-no', yesLabel: 'Aye', noLabel: 'Nay' },
  }),
  block('camera', 'face01', 'Selfie', { settings: { camera: 'user' } }),
  block('matrix', 'order1', 'Places', {
    settings: { onePerColumn: true, rows: lines('Tea', 'Milk'), columns: lines('First', 'Second') },
  }),
  block('url', 'site01', 'Site', { settings: { hosts: 'example.com' } }),
  block('email', 'work01', 'Work', { settings: { allowedDomains: 'example.com' } }),
  block('calculation', 'due001', 'Due', {
    settings: { formula: 'date(2026, 5, 4)', type: 'date', dateStyle: 'full' },
  }),
  block('code', 'query1', 'Numbered'),
  block('code', 'query2', 'Bare', { settings: { lineNumbers: false } }),
  block('signature', 'signed', 'Signature', { settings: { pen: 'blue' } }),
]

test.group('What creators set', () => {
  test('is what people meet: words, places, hints to browsers, and what is taken', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true, { viewport: { width: 1280, height: 900 } })
    cleanup(() => page.context().close())
    const of = (id: string) => page.locator(`#b-${id}`)

    const given = page.getByLabel('First name')
    assert.equal(await given.getAttribute('autocomplete'), 'given-name')
    assert.isAtMost((await of('given1').locator('.label').boundingBox())?.width ?? 9, 1)
    const story = page.getByLabel('Story')
    const high = (await story.boundingBox())?.height
    await story.fill('line\n'.repeat(40))
    assert.equal((await story.boundingBox())?.height, high)
    assert.equal(await story.getAttribute('rows'), '6')

    assert.equal(await of('any001').getByText(/left/).count(), 0)
    const tops = await Promise.all(
      ['A', 'B', 'C'].map(
        async (label) => (await of('any001').getByText(label, { exact: true }).boundingBox())?.y,
      ),
    )
    assert.lengthOf([...new Set(tops)], 1)
    await of('any001').getByLabel('The lot').check()
    await of('any001').getByLabel('Besides', { exact: true }).check()
    await of('any001').getByRole('textbox', { name: 'Besides' }).fill('Tea')
    const news = page.getByRole('switch', { name: 'News' })
    await of('news01').getByText('Rather not').waitFor()
    await news.check()
    await of('news01').getByText('Sure').waitFor()
    await of('guest1').getByRole('radio', { name: 'Nay' }).check()
    assert.equal(await of('face01').locator('[type=file]').getAttribute('capture'), 'user')
    for (const row of ['Tea', 'Milk'])
      await page.getByRole('radiogroup', { name: row }).getByLabel('First').check()
    await page.getByLabel('Site').fill('https://example.org')
    await page.getByLabel('Work').fill('ada@example.org')
    assert.equal(await of('due001').locator('output').innerText(), 'Monday, May 4, 2026')

    await send(page)
    const summary = page.locator('#summary')
    await summary.getByText('Choose at most 2.').waitFor()
    await summary.getByText('“First” is already chosen above “Milk”. Choose another one.').waitFor()
    await summary.getByText('Enter an address at example.com.').waitFor()
    await summary.getByText('Use an address at example.com.').waitFor()
    await of('any001').getByLabel('Nil').check()
    await page.getByRole('radiogroup', { name: 'Milk' }).getByLabel('Second').check()
    await page.getByLabel('Site').fill('https://www.example.com/me')
    await page.getByLabel('Work').fill('ada@mail.example.com')

    const numbers = (id: string) =>
      page.evaluate<number>(
        `document.querySelector('#b-${id} .fw-code').shadowRoot.querySelectorAll('.cm-lineNumbers').length`,
      )
    for (const label of ['Numbered', 'Bare']) await page.getByRole('textbox', { name: label }).focus()
    await page.locator('#b-query2 .cm-content').waitFor()
    assert.deepEqual([await numbers('query1'), await numbers('query2')], [1, 0])

    const sheet = of('signed').locator('canvas').first()
    await sheet.scrollIntoViewIfNeeded()
    await page.getByText('Sign here, or use what is below').waitFor()
    const { x = 0, y = 0 } = (await sheet.boundingBox()) ?? {}
    await page.mouse.move(x + 40, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 160, y + 80, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Clear' }).last().waitFor()
    const [red = 0, blue = 0] = await page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('#b-signed canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const at = data.findIndex((value, index) => index % 4 === 3 && value === 255)
      return [data[at - 3], data[at - 1]]
    })()`)
    assert.isAbove(blue, red + 60)
    await holds(story, 'line\n'.repeat(40))
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })
})
