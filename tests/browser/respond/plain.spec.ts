import { test } from '@japa/runner'
import { inWorkspace } from '#tests/functional/respond/rows'
import { block, journey, pageBreak } from '#tests/browser/respond/forms'
import { hasFocus } from '#tests/browser/shell/screen'
import { publishedForm } from '#tests/functional/respond/answering'
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

  test('a refused file is said where Back and Remove lead; the focus has a sensible place', async ({
    assert,
    browser,
  }) => {
    const form = await publishedForm([
      block('text', 'name01', 'Your name'),
      pageBreak('second', { title: 'About pictures' }),
      block('file', 'photos', 'Photos', {
        settings: { accept: ['image/*'], maxCount: 2, maxMegabytes: 0.001 },
      }),
      pageBreak('third1'),
      block('text', 'words1', 'Last words'),
    ])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    const photos = page.getByLabel('Photos', { exact: true })
    const another = page.getByText('Add another file')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const picture = (name: string) => ({ ...PHOTO, name })
    const notice = page.locator('.notice')
    await page.goto(`/forms/${form.slug}`)
    await press('Next')
    await hasFocus(page, page.locator('.page-title', { hasText: 'About pictures' }))
    assert.isTrue(await another.isHidden())
    await photos.setInputFiles([picture('a.png'), picture('b.png')])
    await press('Next')
    // a page without a title of its own goes by that of the form
    await page.getByLabel('Last words').waitFor()
    await hasFocus(page, page.getByRole('heading', { level: 1 }))
    await press('Back')
    await page.getByText('b.png').waitFor()
    assert.deepEqual([await photos.isVisible(), await another.isVisible()], [false, false])

    await press('Remove a.png')
    await hasFocus(page, page.getByRole('button', { name: 'Remove b.png' }))
    assert.isTrue(await photos.isHidden())
    await another.click()
    await photos.setInputFiles({
      ...picture('big.png'),
      buffer: Buffer.concat([PHOTO.buffer, Buffer.alloc(1000)]),
    })
    await press('Remove b.png')
    await notice.getByText('big.png is larger than 0.001 MB.').waitFor()
    await hasFocus(page, notice)
    assert.equal(await page.getByText('b.png').count(), 0)
    await photos.setInputFiles(picture('c.png'))
    await press('Next')
    await press('Back')
    await press('Remove c.png')
    await hasFocus(page, photos)

    await photos.setInputFiles([
      picture('d.png'),
      { ...picture('page.html'), buffer: Buffer.from('<p>No picture</p>') },
    ])
    await press('Back')
    await notice.getByText('page.html is not an image.').waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await press('Next')
    await page.getByText('d.png').waitFor()
    assert.equal(await notice.count(), 0)
    // the same page come alive: its input stands open under the file
    const live = await (await browser.newContext({ baseURL })).newPage()
    await live.goto(page.url())
    await live.locator('html[data-live]').waitFor({ state: 'attached' })
    await live.getByLabel('Photos', { exact: true }).setInputFiles(picture('e.png'))
    await live.getByRole('button', { name: 'Remove e.png' }).waitFor()
    assert.isTrue(await live.getByLabel('Photos', { exact: true }).isHidden())
    await live.getByRole('button', { name: 'Remove e.png' }).click()
    await hasFocus(live, live.getByRole('button', { name: 'Remove d.png' }))
    await live.getByLabel('Photos', { exact: true }).waitFor()
    assert.isTrue(await live.getByText('Add another file').isHidden())
    await live.context().close()
    await press('Next')
    await press('Send')
    await hasFocus(page, page.locator('.ending', { hasText: 'Thank you' }))
    const [stored] = await inWorkspace<{ answers: { name01: string; photos: { name: string }[] } }>(
      form.creator.workspaceId,
      'select answers from submissions',
    )
    assert.deepEqual(
      [stored.answers.name01, stored.answers.photos.map(({ name }) => name)],
      ['Ada', ['d.png']],
    )
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
