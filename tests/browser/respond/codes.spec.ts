import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings, axeFindingsInBoth } from '#tests/browser/axe'
import { eventually, holds } from '#tests/browser/eventually'
import { block, pageBreak } from '#tests/browser/respond/forms'
import { hasFocus } from '#tests/browser/shell/screen'
import { PostOffice } from '#tests/functional/mail/post_office'
import { type PublishedForm, publishedForm, type Settings } from '#tests/functional/respond/answering'
import { PHOTO } from '#tests/functional/respond/photo'
import { inWorkspace } from '#tests/functional/respond/rows'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
/** Mails to one address are counted, whatever form sends them. */
const addressOf = (name = 'ada') => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** A form on two pages: who, with a photo and an address that is confirmed, and where. */
const confirmed = (settings: Settings = {}) =>
  publishedForm(
    [
      block('text', 'name01', 'Your name'),
      block('file', 'photo1', 'A photo'),
      block('email', 'mail01', 'Your address', { required: true, settings: { verify: true } }),
      pageBreak('second'),
      block('text', 'town01', 'Your town'),
    ],
    settings,
  )

const storedIn = async (form: PublishedForm) => {
  const [row] = await inWorkspace<{ answers: Record<string, unknown> }>(
    form.creator.workspaceId,
    'select answers from submissions',
  )
  return row?.answers
}

test.group('Codes that confirm an address', (group) => {
  let office: PostOffice

  group.each.setup(async () => {
    office = await PostOffice.open()
    const unserve = office.serve()
    return async () => {
      unserve()
      await office.close()
    }
  })

  /** The code of the newest mail to somebody. */
  const codeFor = (address: string): string => {
    const text = office.arrived.findLast(({ to }) => to.includes(address))?.mail.text ?? ''
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const live = (page: Page) => page.locator('html[data-live]').waitFor({ state: 'attached' })

  test('live: asked for, mistyped, typed, kept over a reload, and for this address alone', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await confirmed()
    const context = await browser.newContext({ baseURL })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const ada = addressOf()
    const address = page.getByRole('textbox', { name: 'Your address' })
    const code = page.getByRole('textbox', { name: 'Code' })
    const verified = page.getByRole('status').filter({ hasText: 'Verified' })
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('alert').filter({ hasText: 'Please answer this.' }).waitFor()

    await address.fill(ada)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await page.getByRole('link', { name: 'Your address' }).click()
    await hasFocus(page, page.getByRole('button', { name: 'Send code' }))
    await page.keyboard.press('Enter')
    await hasFocus(page, code)
    await page
      .getByRole('status')
      .filter({ hasText: `We sent a code with six digits to ${ada}.` })
      .waitFor()
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByRole('alert').filter({ hasText: 'A code was sent a moment ago.' }).waitFor()
    assert.deepEqual(await axeFindingsInBoth(page), [])

    await code.fill(another(codeFor(ada)))
    await page.getByRole('alert').filter({ hasText: 'This code is not right.' }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await code.fill(codeFor(ada))
    await hasFocus(page, verified)
    assert.deepEqual(await axeFindingsInBoth(page), [])

    await address.fill(addressOf('ida'))
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    await address.fill(ada)
    await verified.waitFor()
    await page.reload()
    await live(page)
    await holds(address, ada)
    await verified.waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Your town').fill('London')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.deepEqual(await storedIn(form), { name01: 'Ada', mail01: ada, town01: 'London' })
    assert.lengthOf(office.arrived, 1)
  })

  test('live: Next that is pressed while the code is looked at goes on with it', async ({
    browser,
    cleanup,
  }) => {
    const form = await confirmed()
    const context = await browser.newContext({ baseURL })
    cleanup(() => context.close())
    const page = await context.newPage()
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/confirmations', async (route) => {
      await mayAnswer
      await route.continue()
    })
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const ada = addressOf()
    await page.getByRole('textbox', { name: 'Your address' }).fill(ada)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.waitFor()
    await code.fill(codeFor(ada))
    await page.getByRole('button', { name: 'One moment…' }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    answer()
    await page.getByLabel('Your town').waitFor()
  })

  test('without JavaScript: a step of the same page, which loses nothing', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await confirmed()
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    const ada = addressOf()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    await page.getByRole('textbox', { name: 'Your address' }).fill(ada)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByRole('textbox', { name: 'Code' })
    await hasFocus(page, code)
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada')
    await page.getByText('photo.png').waitFor()
    await code.fill(another(codeFor(ada)))
    await page.getByRole('button', { name: 'Check code' }).click()
    await page.getByText('This code is not right.').first().waitFor()
    // Enter presses Next
    await code.fill(codeFor(ada))
    await code.press('Enter')
    await page.getByLabel('Your town').fill('London')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Verified').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const answers = await storedIn(form)
    assert.deepInclude(answers, { name01: 'Ada', mail01: ada, town01: 'London' })
    assert.lengthOf(Object(answers?.photo1), 1)
  })

  test('in Arabic, with digits of it; a telephone has room for all of it', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const form = await confirmed({ general: { title: 'استمارة', language: 'ar' } })
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 800 } })
    cleanup(() => context.close())
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await live(page)
    const ada = addressOf()
    await page.getByRole('textbox', { name: 'Your address' }).fill(ada)
    await page.getByRole('button', { name: 'إرسال الرمز' }).click()
    const code = page.getByRole('textbox', { name: 'الرمز' })
    await hasFocus(page, code)
    assert.deepEqual(await axeFindings(page), [])
    const wider = `document.documentElement.scrollWidth - document.documentElement.clientWidth`
    assert.equal(await page.evaluate<number>(wider), 0)
    await code.fill(codeFor(ada).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))))
    await page.getByText('تم التحقق').waitFor()
    await eventually(async () => assert.equal(await code.count(), 0))
  })
})
