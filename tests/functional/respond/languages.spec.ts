import { test } from '@japa/runner'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, open, press, publishedForm } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

const BLOCKS = [
  textBlock('name01', 'Name', { required: true }),
  {
    ...{ id: 'town01', kind: 'select', v: 1, key: 'town', label: 'Town' },
    settings: { appearance: 'dropdown', options: [{ id: 'graz', label: 'Graz' }] },
  },
  { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'Photo', settings: {} },
]

test.group('The language of a page', () => {
  for (const [language, direction, said, unsaid] of [
    ['de-AT', 'ltr', ['Auswählen …', 'Eine Datei, bis', 'Absenden'], ['Choose…', 'One file', 'Send']],
    ['fr', 'ltr', ['Choisir…', 'Un fichier, jusqu’à', 'Envoyer'], ['Choose…', 'One file', 'Send']],
    ['es-MX', 'ltr', ['Elegir…', 'Un archivo, hasta', 'Enviar'], ['Choose…', 'One file', 'Send']],
    ['ar', 'rtl', ['اختر…', 'ملف واحد، حتى', 'إرسال'], ['Choose…', 'One file', 'Send']],
    ['sw', 'ltr', ['Choose…', 'One file', 'Send'], []],
  ] as const) {
    test(`${language}: core and kinds speak it, in the page and in its data`, async ({ assert }) => {
      const form = await publishedForm(BLOCKS, { general: { title: 'Form', language } })
      const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
      assert.include(page.text, `<html lang="${language}" dir="${direction}">`)
      const [html = '', data = ''] = page.text.split('<script type="application/json"')
      for (const text of said) for (const part of [html, data]) assert.include(part, text)
      for (const text of unsaid) for (const part of [html, data]) assert.notInclude(part, `${text}"`)
    })
  }

  for (const [asked, language, said] of [
    ['fr-CA, fr;q=0.9', 'fr', 'Il n’y a pas de formulaire ici'],
    ['sw, ar;q=0.5', 'ar', 'لا يوجد نموذج هنا'],
    ['sw', 'en', 'There is no form here'],
  ] as const) {
    test(`${asked}: what is not there speaks ${language}`, async ({ assert }) => {
      const headers = { ...HTML, 'accept-language': asked }
      const page = await new Visitor().get('/forms/no-such-form', headers)
      assert.include(page.text, `<html lang="${language}"`)
      assert.include(page.text, said)
    })
  }

  for (const [language, direction, problems, closed] of [
    ['fr', 'ltr', '1 réponse à vérifier', 'Ce formulaire est fermé'],
    ['es', 'ltr', '1 respuesta por revisar', 'Este formulario está cerrado'],
    ['ar', 'rtl', 'إجابة واحدة تحتاج إلى مراجعة', 'هذا النموذج مغلق'],
  ] as const) {
    test(`${language}: problems and pages that are no form speak it as well`, async ({ assert }) => {
      const form = await publishedForm([textBlock('name01', 'Name', { required: true })], {
        general: { title: 'Form', language },
      })
      const wrong = await press(form.visitor, await open(form.visitor, `/forms/${form.slug}`), 'send')
      assert.include(wrong.text, problems)
      await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
      const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
      assert.include(page.text, `<html lang="${language}" dir="${direction}">`)
      assert.include(page.text, closed)
    })
  }
})
