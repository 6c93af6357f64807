import { test } from '@japa/runner'
import { block } from '#tests/browser/respond/forms'
import { publishedForm } from '#tests/functional/respond/answering'
import { PNG } from '#tests/functional/respond/photo'

test.group('Files speak the language of the form', () => {
  test('sizes, in Arabic', async ({ assert, visit }) => {
    const form = await publishedForm([block('file', 'photo1', 'صورة')], {
      general: { title: 'استمارة', language: 'ar' },
    })
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const size = page.locator('.fw-file-size')
    for (const [bytes, words] of [
      [0, 'بايت'],
      [12_345, 'كيلوبايت'],
      [2_300_000, 'ميغابايت'],
    ] as const) {
      const buffer = Buffer.concat([PNG, Buffer.alloc(bytes)])
      await page.getByLabel('صورة').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
      await size.filter({ hasText: words }).waitFor()
      assert.notMatch((await size.textContent()) ?? '', /[A-Za-z]/)
    }
  })

  test('why one was refused, in German', async ({ visit }) => {
    const form = await publishedForm(
      [block('file', 'photo1', 'Foto', { settings: { accept: ['image/*'] } })],
      {
        general: { title: 'Formular', language: 'de' },
      },
    )
    const page = await visit(`/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    // By its name it is a picture; the server looks inside.
    const sent = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.4 no picture') }
    await page.getByLabel('Foto', { exact: true }).setInputFiles(sent)
    await page.getByRole('alert').filter({ hasText: 'foto.png ist kein Bild.' }).waitFor()
    await form.creator.visitor.request('POST', `/api/forms/${form.id}/closure`)
    await page.getByLabel('Foto', { exact: true }).setInputFiles({ ...sent, buffer: PNG })
    await page.getByRole('alert').filter({ hasText: 'Das Formular wurde geschlossen.' }).waitFor()
  })
})
