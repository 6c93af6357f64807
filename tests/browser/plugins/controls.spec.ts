import { test } from '@japa/runner'
import type { BrowserContext, Locator, Page } from 'playwright'
import { descriptionOf } from '#tests/browser/described'
import { block } from '#tests/browser/respond/forms'
import { eventually, holds } from '#tests/browser/eventually'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
const COLOURS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
  { id: 'green', label: 'Green' },
]

/** What the newest submission of a form holds, by block. */
async function newestAnswers(form: PublishedForm): Promise<Record<string, unknown>> {
  const { visitor } = form.creator
  const list = await visitor.get<{ data: { rows: { id: string }[] } }>(`/api/forms/${form.id}/submissions`)
  const one = await visitor.get<{ data: { answers: { block: string; answer: unknown }[] } }>(
    `/api/forms/${form.id}/submissions/${list.body.data.rows[0]?.id}`,
  )
  return Object.fromEntries(one.body.data.answers.map(({ block: id, answer }) => [id, answer]))
}

test.group('Controls, live', (group) => {
  let context: BrowserContext
  let page: Page
  group.each.setup(async (test) => {
    context = await test.context.browser.newContext({ baseURL, locale: 'en-US' })
    page = await context.newPage()
    return () => context.close()
  })

  const openLive = async (blocks: unknown[]): Promise<PublishedForm> => {
    const form = await publishedForm(blocks)
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    return form
  }
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  }

  test('a number is typed freely, put in order when it is left, and asked about when unclear', async ({
    assert,
  }) => {
    const form = await openLive([
      block('number', 'price1', 'Price', { settings: { grouping: true, decimals: 2, prefix: '$' } }),
      block('text', 'other1', 'Other'),
    ])
    const price = page.getByLabel('Price')
    assert.equal(await descriptionOf(price), '$')
    await price.fill('1234.5')
    await holds(price, '1234.5')
    await page.getByLabel('Other').focus()
    await holds(price, '1,234.50')
    await price.focus()
    await holds(price, '1234.5')
    await price.fill('12,5')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('This can be read in two ways').first().waitFor()
    await price.fill('12.5')
    await send()
    assert.equal((await newestAnswers(form)).price1, 12.5)
  })

  test('None of these and the others exclude each other; Other shows its text only when it is chosen', async ({
    assert,
  }) => {
    const form = await openLive([
      block('select', 'colour', 'Colours', {
        settings: { options: COLOURS, multiple: true, other: true, none: true },
      }),
    ])
    const tick = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const text = page.getByRole('textbox', { name: 'Other: your own answer' })
    await text.waitFor({ state: 'hidden' })
    await tick('Blue').check()
    await tick('Red').check()
    await tick('None of these').check()
    await tick('Red').and(page.locator(':not(:checked)')).waitFor()
    await tick('Other').check()
    await tick('None of these').and(page.locator(':not(:checked)')).waitFor()
    await text.fill('Teal')
    await tick('Green').check()
    await tick('Blue').check()
    await send()
    assert.deepEqual((await newestAnswers(form)).colour, ['blue', 'green', { other: 'Teal' }])
  })

  test('options are shuffled for each visit, and stay in that order', async ({ assert }) => {
    const options = Array.from({ length: 12 }, (_, index) => ({ id: `o${index}`, label: `Option ${index}` }))
    const form = await openLive([
      block('select', 'chosen', 'Choose', { settings: { options, shuffle: true } }),
    ])
    const shown = async (): Promise<(string | null)[]> => {
      const boxes = await page.getByRole('radio').all()
      return Promise.all(boxes.map((box) => box.getAttribute('value')))
    }
    const authored = options.map(({ id }) => id)
    await eventually(async () => assert.notDeepEqual(await shown(), authored))
    const order = await shown()
    assert.sameMembers(order, authored)
    await page.getByRole('radio', { name: 'Option 7', exact: true }).check()
    assert.deepEqual(await shown(), order)
    // whoever comes back goes on with the same response
    await page.reload()
    await page.getByRole('radio', { name: 'Option 7', exact: true }).and(page.locator(':checked')).waitFor()
    await eventually(async () => assert.deepEqual(await shown(), order))
    await send()
    assert.equal((await newestAnswers(form)).chosen, 'o7')
  })

  test('a file says what it cannot be, shows itself, and can be taken back', async ({ assert }) => {
    const form = await openLive([
      block('file', 'papers', 'Papers', { settings: { accept: ['.txt'], maxMegabytes: 0.001, maxCount: 2 } }),
    ])
    const file = (name: string, size = 10) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(size, 97),
    })
    const input = page.getByLabel('Papers')
    await input.setInputFiles([file('big.txt', 2000), file('note.txt')])
    await page.getByText('big.txt is larger than 0.001 MB.').waitFor()
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor()
    await page.getByRole('button', { name: 'Remove big.txt' }).click()
    await input.setInputFiles(file('other.txt'))
    await page.getByRole('button', { name: 'Remove other.txt' }).waitFor()
    await page.getByRole('button', { name: 'Remove note.txt' }).click()
    await page.getByText('note.txt').waitFor({ state: 'detached' })
    await send()
    const { papers } = await newestAnswers(form)
    assert.deepEqual(Array.isArray(papers) ? papers.map(({ name, size }) => ({ name, size })) : papers, [
      { name: 'other.txt', size: 10 },
    ])
  })

  test('characters are counted as the eye counts them', async () => {
    await openLive([block('text', 'short1', 'Motto', { settings: { maxLength: 5, counter: true } })])
    await page.getByLabel('Motto').fill('👩‍👩‍👧‍👦ab')
    await page.getByText('3 of 5 characters').waitFor()
  })

  test('in a third or a quarter of a row nothing sticks out, and there is room to type', async ({
    assert,
  }) => {
    const items = ['The first of them', 'The second'].map((label, at) => ({ id: `item-${at}`, label }))
    await openLive([
      block('ranking', 'order1', 'Order', { width: '1/3', settings: { items } }),
      block('ranking', 'order2', 'Again', { width: '1/4', settings: { items } }),
      block('color', 'paint1', 'Paint', {
        ...{ width: '1/4', settings: { alpha: true } },
        default: { value: '#dc262680' },
      }),
      block('phone', 'phone1', 'Phone', { width: '1/4', settings: { country: 'DE' } }),
      block('number', 'price1', 'Price', {
        ...{ width: '1/4', default: { value: 12345 } },
        settings: { prefix: '€', suffix: 'kilograms' },
      }),
      block('date', 'day001', 'Day', { width: '1/4', default: { value: '2026-12-24' } }),
      block('date', 'stay01', 'Stay', { width: '1/4', settings: { range: true } }),
      block('camera', 'scan01', 'Scan', { width: '1/4' }),
      block('signature', 'sign01', 'Signature', { width: '1/4' }),
    ])
    for (const one of await page.locator('.block').all()) await one.scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Move The second up' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Country: Germany' }).waitFor()
    const out = `[...document.querySelectorAll('.block')].flatMap((one) =>
      one.scrollWidth > one.clientWidth ? [one.innerText.split('\\n')[0], one.scrollWidth] : [])`
    assert.deepEqual(await page.evaluate(out), [])
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#b-phone1 input, .fw-rank span:not([class])')].map((one) => one.offsetWidth)`,
    )
    assert.isAbove(Math.min(...widths), 50)
    assert.isAbove(widths.at(-1) ?? 0, 100)
    const size = page.viewportSize()
    await page.setViewportSize({ width: 600, height: 800 })
    assert.deepEqual(await page.evaluate(out), [], 'in a narrow window')
    if (size) await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Calendar' }).first().waitFor()
    const cut = `['price1', 'day001'].filter((id) => {
      const { scrollWidth, clientWidth } = document.querySelector('#b-' + id + ' input:not([type=hidden])')
      return scrollWidth > clientWidth
    })`
    assert.deepEqual(await page.evaluate(cut), [], 'what is typed can be read')
    assert.isBelow((await page.getByText('kilograms').boundingBox())?.height ?? 99, 45, 'in one line')
    await page.route('**/*.js', (route) => route.abort())
    await page.reload()
    assert.deepEqual(await page.evaluate(out), [], 'without JavaScript')
  })

  test('a calculation follows what it depends on, empty until there is an answer', async ({ assert }) => {
    const form = await openLive([
      block('number', 'amount', 'Amount'),
      block('calculation', 'total1', 'Total', {
        settings: { formula: '{#amount} * 1.5', decimals: 2, prefix: '$' },
      }),
    ])
    const total = page.locator('output')
    const asDrawn = await (await page.request.get(page.url())).text()
    assert.match(asDrawn, /<output[^>]*>(<[^>]+>)*<\/output>/)
    assert.equal(await total.textContent(), '')
    await page.getByLabel('Amount').fill('3')
    await page.getByText('$4.50').waitFor()
    await page.getByLabel('Amount').fill('0')
    await page.getByText('$0.00').waitFor()
    await page.getByLabel('Amount').fill('')
    await eventually(async () => assert.equal(await total.textContent(), ''))
    await page.getByLabel('Amount').fill('5')
    await send()
    assert.equal((await newestAnswers(form)).total1, 7.5)
  })

  test('amounts stand in texts and results as the respondent writes them', async ({ assert, browser }) => {
    const money = { currency: 'EUR', decimals: 2, grouping: true }
    const form = await publishedForm([
      block('number', 'price1', 'Preis', { settings: money }),
      block('calculation', 'total1', 'Summe', { settings: { ...money, formula: '{#price1} * 2' } }),
      block('calculation', 'dueday', 'Zahlbar bis', {
        settings: { type: 'date', formula: 'add_days(date("2024-02-28T10:00"), 1)' },
      }),
      block('text', 'reason', 'Warum {#price1} bis {#dueday}?'),
    ])
    const german = await browser.newContext({ baseURL, locale: 'de-DE' })
    const page = await german.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.getByLabel('Preis').fill('1234,5 €')
    await page.getByText('2.469,00\u00a0€').waitFor()
    await page.getByRole('textbox', { name: 'Warum 1.234,50\u00a0€ bis 29.02.2024?' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await german.close()
    // what Arabic begins amounts with is not seen, and is no box before the input
    const arabic = await browser.newContext({ baseURL, locale: 'ar-EG' })
    const right = await arabic.newPage()
    await right.goto(`/forms/${form.slug}`)
    assert.deepEqual(await right.locator('.fw-affix').allTextContents(), ['€'])
    await arabic.close()
    const { price1, total1, dueday } = await newestAnswers(form)
    assert.deepEqual({ price1, total1, dueday }, { price1: 1234.5, total1: 2469, dueday: '2024-02-29' })
  })

  test('limits and counters are written as the respondent writes numbers, with and without a script', async ({
    assert,
    browser,
  }) => {
    const form = await publishedForm([
      block('number', 'weight', 'Weight', { settings: { min: 1.5, decimals: 1 } }),
      block('textarea', 'essay1', 'Essay', { settings: { counter: true, maxLength: 1200 } }),
    ])
    for (const javaScriptEnabled of [true, false]) {
      const german = await browser.newContext({ baseURL, locale: 'de-DE', javaScriptEnabled })
      const page = await german.newPage()
      await page.goto(`/forms/${form.slug}`)
      if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
      assert.match(await page.locator('.fw-counter').innerText(), /1\.200/)
      await page.getByLabel('Weight').fill('1,2')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Enter at least 1,5.').first().waitFor()
      await german.close()
    }
  })

  test('a sign stands before its number in Arabic too, at the side where its texts begin', async ({
    assert,
  }) => {
    const form = await publishedForm(
      [
        block('number', 'amount', 'المبلغ'),
        block('number', 'priced', 'السعر', { settings: { suffix: 'km' } }),
        block('slider', 'slide1', 'الصوت', { settings: { min: -9 } }),
        block('textarea', 'essay1', 'النص'),
        block('calculation', 'total1', 'المجموع', { settings: { formula: '{#amount}', suffix: ' ريال' } }),
      ],
      { general: { title: 'استمارة', language: 'ar' } },
    )
    await page.goto(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    for (const id of ['amount', 'priced', 'slide1', 'essay1']) {
      const input = page.locator(`#b-${id}`).locator('input:not([type=range]), textarea')
      await input.fill('-4')
      await input.blur()
      assert.deepEqual(await drawn(input), { signFirst: true, atRight: true }, id)
    }
    // what is calculated too, and its unit behind it
    const [unit, sign, digit] = await page.evaluate<number[]>(`['ر', '-', '4'].map((wanted) => {
      const texts = document.createTreeWalker(document.querySelector('output'), NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const at = texts.currentNode.data.indexOf(wanted)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 1)
        return range.getBoundingClientRect().left
      }
    })`)
    assert.isBelow(sign, digit)
    assert.isBelow(unit, sign)
  })
})

/** How an input draws a sign and a digit: the sign is far less tall than the digit. */
async function drawn(input: Locator): Promise<{ signFirst: boolean; atRight: boolean }> {
  const picture = await input.screenshot({ animations: 'disabled' })
  const blank = await input.page().context().newPage()
  const [first = 0, ...heights] = await blank.evaluate<number[]>(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${picture.toString('base64')}'
    await picture.decode()
    const { width, height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    // less the frame; of a textarea its first line
    const inked = Array.from({ length: width - 12 }, (_, x) => {
      const rows = Array.from({ length: Math.min(height, 44) - 12 }, (_, y) => data[((y + 6) * width + x + 6) * 4])
      const dark = rows.flatMap((red, y) => (red < 150 ? [y] : []))
      return dark.length ? dark.at(-1) - dark[0] + 1 : 0
    })
    const from = inked.findIndex((tall) => tall > 0)
    return [from / width, ...inked.slice(from, inked.findLastIndex((tall) => tall > 0) + 1)]
  })()`)
  await blank.close()
  const quarter = Math.ceil(heights.length / 4)
  const tallest = (some: number[]) => Math.max(...some)
  return {
    signFirst: tallest(heights.slice(0, quarter)) < tallest(heights.slice(-quarter)),
    atRight: first > 0.5,
  }
}
