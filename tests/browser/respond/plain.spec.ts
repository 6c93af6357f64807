import { test } from '@japa/runner'
import { inWorkspace } from '#tests/functional/respond/rows'
import { journey } from '#tests/browser/respond/forms'
import { PHOTO } from '#tests/functional/respond/photo'

const baseURL = `http://${process.env.HOST}:${process.env.PORT}`

test.group('Four pages without JavaScript', () => {
  test('text, file, revealed question, skipped page, calculation; stored once', async ({
    assert,
    browser,
  }) => {
    const form = await journey()
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Next' }).click()

    await page.getByRole('heading', { name: 'About colours' }).waitFor()
    await page.getByLabel('A photo').setInputFiles(PHOTO)
    await page.getByRole('button', { name: 'Next' }).click()
    // wrong on this page: the file is kept
    await page.getByRole('heading', { name: '1 answer needs a look' }).waitFor()
    await page.getByText('photo.png').waitFor()
    await page.getByLabel('Another colour').check()
    await page.getByRole('button', { name: 'Next' }).click()
    // the answer brought up a question on the same page
    await page.getByText('brought up another question').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'needs a look' }).count(), 0)
    await page.getByText('photo.png').waitFor()
    await page.getByLabel('Why another?').fill('Because')
    await page.getByLabel('Blue').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Only for those').fill('Not red at all')

    // back twice and forward again keeps everything
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('photo.png').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Red', { exact: true }).check()
    await page.getByRole('button', { name: 'Next' }).click()

    // the third page is skipped
    await page.getByLabel('How many').fill('21')
    await page.getByRole('button', { name: 'Back' }).click()
    assert.isTrue(await page.getByLabel('Red', { exact: true }).isChecked())
    await page.getByRole('button', { name: 'Next' }).click()
    assert.equal(await page.getByLabel('How many').inputValue(), '21')
    await page.getByText('42').waitFor()
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.match(await page.title(), /^Thank you – /)
    const stored = await inWorkspace<{ answers: Record<string, unknown> }>(
      form.creator.workspaceId,
      'select answers from submissions',
    )
    assert.lengthOf(stored, 1)
    const { photo1, ...answers } = stored[0].answers
    assert.containSubset(photo1, [{ name: 'photo.png', size: PHOTO.buffer.length, type: 'image/png' }])
    assert.deepEqual(answers, { name01: 'Ada', colour: 'red', amount: 21, total1: 42 })
    await context.close()
  })

  test('Enter goes on, it does not go back or remove', async ({ browser }) => {
    const form = await journey()
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto(`/forms/${form.slug}`)
    await page.getByLabel('Your name').fill('Ada')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'About colours' }).waitFor()
    await context.close()
  })
})
