import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { eventually, holds } from '#tests/browser/eventually'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { type PublishedForm, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

async function visit(browser: Browser, form: PublishedForm, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, locale: 'en-US' })
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': new Visitor().address })
  const page = await context.newPage()
  await page.goto(`/forms/${form.slug}`)
  if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  return page
}

async function cellsOf({ creator, id }: PublishedForm): Promise<unknown[][]> {
  const { body } = await creator.visitor.get<{ data: { rows: { cells: unknown[] }[] } }>(
    `/api/forms/${id}/submissions`,
  )
  return body.data.rows.map(({ cells }) => cells)
}

const formOf = (settings: object) =>
  publishedForm([
    block('phone', 'phone1', 'Your number', { required: true, settings }),
    pageBreak('second', { title: 'More' }),
    block('text', 'name01', 'Name'),
  ])

test.group('Phone', () => {
  test('is formatted while it is typed, and its country is found by keyboard', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf({ country: 'DE' })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const number = page.getByRole('textbox', { name: 'Your number' })
    const country = page.getByRole('button', { name: 'Country: Germany' })
    await country.waitFor()
    // the plans come once they are asked for; formatting begins with the next digit
    await page.waitForLoadState('networkidle')
    await number.focus()
    await page.keyboard.type('03012345')
    assert.equal(await number.inputValue(), '030 12345')
    // a digit within keeps the caret where it was put
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('9')
    await page.keyboard.type('8')
    assert.equal(await number.inputValue(), '030 1239845')

    await number.fill('')
    await country.press('Enter')
    const search = page.getByRole('combobox', { name: 'Search countries' })
    assert.deepEqual(await axeFindings(page), [])
    await search.fill('atlantis')
    await page.getByText('No country found').waitFor()
    // the plans of another part of the world come late: what was typed by then is formatted all the same
    await page.route(/\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await search.fill('franc')
    await page.getByRole('option', { name: 'France +33' }).waitFor()
    await page.keyboard.press('Enter')
    await number.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type('6123456')
    await page.getByRole('button', { name: 'Country: France' }).waitFor()
    await holds(number, '+33 6 12 34 56')
    await page.keyboard.press('Tab')
    await page.getByRole('status').filter({ hasText: 'This number looks too short.' }).waitFor()
    await number.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('78')
    assert.equal(await number.inputValue(), '+33 6 12 34 56 78')
    // plans that come late leave what is selected to be typed over
    await number.fill('+81312345678')
    await number.selectText()
    await holds(number, '+81 3 1234 5678')
    assert.equal(await page.evaluate('String(getSelection())'), '+81 3 1234 5678')
    await page.keyboard.type('+33612345678')
    await holds(number, '+33 6 12 34 56 78')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [['+33612345678', null]])
  })

  test('of the home country is written as there again, once another was looked at', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const homes = {
      DE: ['030 1234567', 'germ'],
      HU: ['(06 1) 234 5678', 'hung'],
      US: ['(212) 555-0123', 'united states'],
    }
    const form = await publishedForm(
      Object.keys(homes).map((country) =>
        block('phone', `from${country.toLowerCase()}`, `From ${country}`, { settings: { country } }),
      ),
    )
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    for (const [home, [number, search]] of Object.entries(homes)) {
      const question = page.locator(`#b-from${home.toLowerCase()}`)
      const input = question.getByRole('textbox')
      await question.getByRole('button', { name: 'Country' }).waitFor()
      await page.waitForLoadState('networkidle')
      await input.fill(number ?? '')
      // a country of the same part of the world, of which the plans are there, and one of another
      for (const name of ['austria', 'france']) {
        for (const country of [name, search]) {
          await question.getByRole('button', { name: 'Country' }).press('Enter')
          await page.keyboard.type(country ?? '')
          await page.keyboard.press('Enter')
          if (country === name) await question.getByRole('button', { name: /Austria|France/ }).waitFor()
        }
        await holds(input, number ?? '')
      }
    }
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [['+49301234567', '+3612345678', '+12125550123']])
  })

  test('that is filled in beforehand reads as if it had been typed', async ({ assert, browser, cleanup }) => {
    const given = { ...block('phone', 'phone1', 'Your number'), default: { value: '+4915123456789' } }
    const form = await publishedForm([given])
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const number = page.getByRole('textbox', { name: 'Your number' })
    await holds(number, '+49 1512 3456789')
    // the first thing that is typed keeps the caret where it was put
    await number.press('End')
    for (let left = 0; left < 4; left++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('0')
    assert.equal(await number.inputValue(), '+49 151 23 4506789')
    assert.equal(await page.evaluate<number>('document.activeElement.selectionStart'), 14)
    // what is taken away stays away
    await page.keyboard.press('Backspace')
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    assert.equal(await number.inputValue(), '+49 151 23 45678')
    await page.keyboard.type('9')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [['+4915123456789']])
  })

  test('pasted as others write it is read all the same, and kept as it is dialled', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('phone', 'phone1', 'Your number', { settings: { country: 'DE' } }),
    ])
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const number = page.getByRole('textbox', { name: 'Your number' })
    await page.getByRole('button', { name: 'Country: Germany' }).waitFor()
    const pasted: [text: string, shown: string][] = [
      ['+49 (0)30 123456', '+49 30 123456'],
      ['(+33) 6 12 34 56 78', '+33 6 12 34 56 78'],
      ['  +43 664 1234567\u202c', '+43 664 1234567'],
      ['Tel.: 030 123456', '030 123456'],
      ['Tel.: +33 6 12 34 56 78', '+33 6 12 34 56 78'],
      ['＋1 212 555 0123', '+1 212 555 0123'],
      ['+39 (0)6 69812345', '+39 06 6981 2345'],
    ]
    for (const [text, shown] of pasted) {
      await number.fill('')
      await page.keyboard.insertText(text)
      await holds(number, shown)
    }
    // behind what stands there it takes its place, wherever it is from
    await page.keyboard.insertText('+33 6 12 34 56 78')
    await holds(number, '+33 6 12 34 56 78')
    await number.fill('030 12')
    await page.keyboard.insertText('+44 20 7946 0018')
    await holds(number, '+44 20 7946 0018')
    await number.fill('+49 030 123456')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const plain = await visit(browser, form, false)
    cleanup(() => plain.context().close())
    await plain.getByLabel('Your number').fill('+44 (0)20 7946 0018')
    await plain.getByRole('button', { name: 'Send' }).click()
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.sameDeepMembers(await cellsOf(form), [['+4930123456'], ['+442079460018']])
  })

  test('of which only the country was looked at is no answer; the list opens at the country', async ({
    browser,
    cleanup,
    assert,
  }) => {
    const form = await publishedForm([
      block('phone', 'phone1', 'Your number', { settings: { country: 'DE' } }),
      block('text', 'name01', 'Your name'),
      block('phone', 'phone2', 'Another number'),
    ])
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    await page.getByRole('button', { name: 'Country: Germany' }).click()
    const germany = page.getByRole('option', { name: 'Germany +49' })
    const list = await page.getByRole('listbox').boundingBox()
    const at = await germany.boundingBox()
    if (!list || !at) throw new Error('Nothing is open.')
    assert.isAtLeast(at.y, list.y)
    assert.isAtMost(at.y + at.height, list.y + list.height)
    await page.getByRole('option', { name: 'France +33' }).click()
    const number = page.getByRole('textbox', { name: 'Your number' })
    await holds(number, '+33')
    await page.getByLabel('Your name').fill('Ada')
    await holds(number, '')
    await page.getByRole('button', { name: 'Country: Germany' }).waitFor()
    // what was typed before its country was chosen stays
    const another = page.getByRole('textbox', { name: 'Another number' })
    await another.fill('0151 23456789')
    await page.getByRole('button', { name: 'Choose a country' }).click()
    await page.getByRole('option', { name: 'Austria +43' }).click()
    const isNow = (number: string) =>
      eventually(async () => assert.equal((await another.inputValue()).replaceAll(' ', ''), number))
    await isNow('+4315123456789')
    await page.getByRole('button', { name: 'Country: Austria' }).click()
    await page.keyboard.type('germ')
    await page.keyboard.press('Enter')
    await isNow('+4915123456789')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [[null, 'Ada', '+4915123456789']])
  })

  test('that does not exist is refused by the server, which leads back to it', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf({ country: 'US', countries: 'US' })
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    const number = page.getByRole('textbox', { name: 'Your number' })
    // one of Canada, which has the same calling code
    await number.fill('506 234 5678')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Enter a number from US.').first().waitFor()
    await number.fill('(212) 555-0123')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [['+12125550123', null]])
  })

  test('without JavaScript it is judged as the page is turned, and dialled as at home', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await formOf({ country: 'GB' })
    const page = await visit(browser, form, false)
    cleanup(() => page.context().close())
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await page.getByText('Please answer this.').first().waitFor()
    await page.getByLabel('Your number').fill('call me')
    await next.click()
    await page.getByText('Enter a phone number, like').first().waitFor()
    await page.getByLabel('Your number').fill('0123 456 789')
    await next.click()
    await page.getByText('There is no such phone number.').first().waitFor()
    assert.equal(await page.getByLabel('Your number').inputValue(), '0123 456 789')
    await page.getByLabel('Your number').fill('020 7946 0018')
    await next.click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await cellsOf(form), [['+442079460018', null]])
  })
})
