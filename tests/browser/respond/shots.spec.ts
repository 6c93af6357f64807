import { test } from '@japa/runner'
import { publishedForm } from '#tests/functional/respond/answering'
import { block, pageBreak, OPTIONS } from '#tests/browser/respond/forms'
const baseURL = `http://${process.env.HOST}:${process.env.PORT}`
test.group('shots', () => {
  test('shots', async ({ browser }) => {
    for (const theme of ['default', 'simple', 'notion']) {
      const form = await publishedForm([
        { id: 'head01', kind: 'heading', v: 1, settings: { text: 'About you', level: '2' } },
        { id: 'para01', kind: 'paragraph', v: 1, settings: { text: 'We ask only what we need.\nIt takes two minutes.' } },
        block('text', 'name01', 'What is your full name?', { required: true, help: 'As it stands in your passport.', width: '1/2', placeholder: 'Ada Lovelace' }),
        block('text', 'mail01', 'E-mail', { width: '1/2', settings: { counter: true, maxLength: 80 } }),
        block('select', 'colour', 'Which colour do you like best?', { required: true, settings: { options: OPTIONS, other: true } }),
        block('select', 'several', 'Which of these apply?', { settings: { options: OPTIONS, multiple: true, none: true } }),
        block('select', 'country', 'Country', { settings: { options: OPTIONS, appearance: 'dropdown' } }),
        block('number', 'amount', 'How much?', { width: '1/2', settings: { prefix: '€', suffix: 'per month' } }),
        block('calculation', 'total1', 'In a year', { width: '1/2', settings: { formula: '{#amount} * 12', prefix: '€ ' } }),
        block('file', 'photo1', 'A photo', { settings: { maxCount: 3 } }),
        block('text', 'dis001', 'Given', { state: 'disabled', default: { value: 'You cannot change this' } }),
        pageBreak('second'),
        block('text', 'town01', 'Town'),
      ], { appearance: { theme, size: 'md', radius: theme === 'notion' ? 'none' : 'small', accent: '#3B82F6' }, general: { title: 'Membership of the Analytical Society', description: 'Fill this in once a year.', language: 'en' } })
      for (const [w, scheme] of [[1280, 'light'], [390, 'dark'], [390, 'light'], [1280, 'dark']] as const) {
        if (theme !== 'default' && (w === 390) === (scheme === 'light')) continue
        const context = await browser.newContext({ baseURL, viewport: { width: w, height: 900 }, colorScheme: scheme })
        const page = await context.newPage()
        await page.goto(`/forms/${form.slug}`)
        await page.locator('html[data-live]').waitFor({ state: 'attached' })
        await page.getByLabel('How much?').fill('12.5')
        await page.getByLabel('Red', { exact: true }).last().check()
        await page.getByLabel('A photo').setInputFiles({ name: 'a-very-long-photograph-name-of-my-cat-2026.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') })
        await page.getByText('a-very-long').waitFor()
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByRole('heading', { name: '2 answers need a look' }).waitFor()
        await page.screenshot({ path: `/tmp/shots/${theme}-${w}-${scheme}.png`, fullPage: true })
        await context.close()
      }
    }
  }).timeout(120000)
})
