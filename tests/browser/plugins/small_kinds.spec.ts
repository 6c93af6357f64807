import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { axeFindings } from '#tests/browser/axe'
import { rowsWhere, send, visit } from '#tests/browser/plugins/visit'
import { block } from '#tests/browser/respond/forms'
import { publishedForm, submit } from '#tests/functional/respond/answering'

/** Every small kind once, and what a filter may ask of a switch. */
const BLOCKS = [
  block('email', 'mail01', 'Your email', {
    required: true,
    settings: { confirm: true, blockedDomains: 'spam.example' },
  }),
  block('url', 'site01', 'Your website', { settings: { https: true } }),
  { id: 'line01', kind: 'divider', v: 1, settings: {} },
  block('toggle', 'light1', 'Newsletter'),
  block('checkbox', 'vegan1', 'Food', { settings: { statement: richTextOf('I eat no meat') } }),
  block('checkbox', 'guest1', 'Do you bring a guest?', { settings: { appearance: 'yes-no' } }),
  block('checkbox', 'adult1', 'Are you an adult?', { required: true, settings: { appearance: 'yes-no' } }),
  block('checkbox', 'terms1', 'Privacy', {
    required: true,
    settings: { consent: true, statement: richTextOf('I agree to the notice'), textVersion: '7' },
  }),
]

/** What comes with the link, on the second of two pages, with a question that it shows. */
const FROM_LINK = [
  block('text', 'name01', 'Your name'),
  { id: 'second', kind: 'page-break', v: 1, settings: {} },
  block('hidden', 'source', 'Source', { required: true, settings: { text: 'none' } }),
  block('text', 'paper1', 'Which newspaper?', {
    state: 'hidden',
    rules: [{ when: { left: { field: 'source' }, op: 'is', right: { value: 'paper' } }, do: 'show' }],
  }),
]

test.group('Email, URL, toggle, checkbox and divider', () => {
  test('are answered live by keyboard, and without JavaScript, with the same answers', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(BLOCKS)
    const page = await visit(browser, form, true)
    cleanup(() => page.context().close())
    assert.deepEqual(await axeFindings(page), [])
    assert.lengthOf(await page.getByRole('separator').all(), 1)

    // a misspelt address is offered as it was meant, and not insisted on
    await page.getByLabel('Your email').fill('ada@gmial.com')
    await page.keyboard.press('Tab')
    await page.getByRole('status').filter({ hasText: 'Did you mean' }).waitFor()
    await page.getByRole('button', { name: 'ada@gmail.com' }).press('Enter')
    assert.equal(await page.getByLabel('Your email').inputValue(), 'ada@gmail.com')
    await page.getByLabel('Enter the address again').fill('ida@gmail.com')
    await page.getByLabel('Your website').fill('http://example.com')
    await send(page)
    await page.getByText('The two addresses differ.').first().waitFor()
    await page.getByText('Enter an address that begins with https://.').first().waitFor()
    await page.getByText('Tick this box to continue.').first().waitFor()
    const adult = (on: Page) => on.getByRole('group', { name: 'Are you an adult?' })
    await adult(page).getByText('Please answer this.').waitFor()
    await adult(page).getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('Enter the address again').fill('ada@gmail.com')
    await page.getByLabel('Your website').fill('example.com/me')

    const toggle = page.getByRole('switch', { name: 'Newsletter' })
    await toggle.focus()
    await page.keyboard.press('Space')
    await toggle.and(page.locator(':checked')).waitFor()
    const guest = (on: Page) => on.getByRole('group', { name: 'Do you bring a guest?' })
    await guest(page).getByRole('radio', { name: 'Yes' }).focus()
    await page.keyboard.press('ArrowDown')
    await guest(page).getByRole('radio', { name: 'No', checked: true }).waitFor()
    await guest(page).getByRole('button', { name: 'Clear' }).press('Enter')
    await guest(page).getByRole('radio', { name: 'Yes' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('checkbox', { name: 'Privacy' }).press('Space')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    const plain = await visit(browser, form, false)
    cleanup(() => plain.context().close())
    await plain.getByLabel('Your email').fill('Bea@Spam.Example')
    await plain.getByLabel('Enter the address again').fill('Bea@Spam.Example')
    await guest(plain).getByRole('radio', { name: 'No', exact: true }).check()
    await adult(plain).getByRole('radio', { name: 'No', exact: true }).check()
    await plain.getByText('I eat no meat').click()
    await plain.getByText('I agree to the notice').click()
    await send(plain)
    await plain.getByText('Use another address: spam.example is not accepted.').first().waitFor()
    await plain.getByLabel('Your email').fill('Bea@mail.example')
    await plain.getByLabel('Enter the address again').fill('Bea@mail.example')
    await send(plain)
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor()

    const agreed = [true, 'I agree to the notice', '7']
    assert.deepEqual(await rowsWhere(form, { field: 'light1', op: 'is', value: true }), [
      ['ada@gmail.com', 'https://example.com/me', true, false, null, true, ...agreed],
    ])
    assert.deepEqual(await rowsWhere(form, { field: 'light1', op: 'is', value: false }), [
      ['Bea@mail.example', null, false, true, false, false, ...agreed],
    ])
    const versions = await rowsWhere(form, { field: 'terms1.version', op: 'is', value: '7' })
    assert.lengthOf(versions, 2)
  })

  test('a hidden field has the page that led here, without what follows its path', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm([
      block('text', 'name01', 'Your name'),
      block('hidden', 'source', 'Source', { settings: { source: 'document-referrer', text: 'none' } }),
      { id: 'second', kind: 'page-break', v: 1, settings: {} },
      block('text', 'city01', 'Your city'),
    ])
    const LED: [from: string | undefined, stored: string][] = [
      ['https://news.example/today?reader=ada#top', 'https://news.example/today'],
      [undefined, 'none'],
    ]
    for (const javaScriptEnabled of [true, false]) {
      const page = await visit(browser, form, javaScriptEnabled)
      cleanup(() => page.context().close())
      for (const [referer] of LED) {
        await page.goto(`/forms/${form.slug}?a=1`, { ...(referer && { referer }) })
        if (javaScriptEnabled) await page.locator('html[data-live]').waitFor({ state: 'attached' })
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByLabel('Your city').fill('Paris')
        await send(page)
        await page.getByText('Your answers were sent.').waitFor()
        assert.deepEqual(await page.context().cookies(), [])
      }
    }
    for (const [, stored] of LED) {
      const filter = { field: 'source', op: 'is', value: stored }
      assert.lengthOf(await rowsWhere(form, filter), 2, stored)
    }
  })

  test('a hidden field has what the link says, never what is sent for it', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await publishedForm(FROM_LINK)
    for (const live of [true, false]) {
      const page = await visit(browser, form, live)
      cleanup(() => page.context().close())
      await page.goto(`/forms/${form.slug}?source=paper`)
      if (live) await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.getByLabel('Your name').fill(live ? 'Ada' : 'Bea')
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByLabel('Which newspaper?').fill('The Daily')
      assert.equal(await page.getByText('Source').count(), 0)
      assert.notInclude(await page.locator('form').first().innerHTML(), 'name="f.source"')
      await send(page)
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    }
    assert.equal((await submit(form, { name01: 'Cleo', source: 'forged' })).status, 201)
    assert.sameDeepMembers(await rowsWhere(form, { field: 'name01', op: 'is-not-empty' }), [
      ['Ada', 'paper', 'The Daily'],
      ['Bea', 'paper', 'The Daily'],
      ['Cleo', 'none', null],
    ])
  })
})
