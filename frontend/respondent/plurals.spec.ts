import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from '@japa/runner'
import { problemText } from './problem_text.ts'
import { translator, type Texts } from './translate.ts'

const PLUGINS = new URL('../../plugins/fields/', import.meta.url)
const OWN = new URL('texts/', import.meta.url)
const LANGUAGES = readdirSync(OWN).map((name) => basename(name, '.json'))

/** A kind without a text for respondents has no other language. */
function textsIn(folder: URL, language: string): Texts {
  const file = new URL(`${language}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const folders = readdirSync(PLUGINS).map((kind) => new URL(`${kind}/texts/`, PLUGINS))

test.group('Texts with numbers', () => {
  test('have a form for one and a form for more, in every language', ({ assert }) => {
    const lacking: string[] = []
    for (const folder of [OWN, ...folders]) {
      const english = textsIn(folder, 'en')
      const counting = Object.entries(english).filter(
        // Only what respondents read: an editor's text with a number is shown for hundreds only.
        ([key, text]) => !key.startsWith('edit.') && /\{(min|max|count|typed)\} [a-z]+s\b/.test(text),
      )
      for (const [key] of counting) {
        const family = key.replace(/_other$/, '')
        for (const language of LANGUAGES) {
          const texts = textsIn(folder, language)
          for (const form of ['one', 'other'])
            if (!(`${family}_${form}` in texts)) lacking.push(`${language} ${family}_${form}`)
        }
      }
    }
    assert.deepEqual(lacking, [])
  })

  test('choose it by the number of a problem').run(({ assert }) => {
    const said = (language: string, max: number) => {
      const sets = [...folders, OWN].map((folder) => textsIn(folder, language))
      const files = sets.find((texts) =>
        Object.keys(texts).some((key) => key.startsWith('problem.too-many_')),
      )
      return problemText({ code: 'too-many', params: { max } }, translator(language, language, files ?? {}))
    }
    assert.equal(said('en', 1), 'At most 1 file can be sent.')
    assert.equal(said('en', 2), 'At most 2 files can be sent.')
    assert.equal(said('de', 1), 'Es kann höchstens 1 Datei gesendet werden.')
    assert.equal(said('de', 3), 'Es können höchstens 3 Dateien gesendet werden.')
    assert.equal(said('fr', 0), 'Vous pouvez envoyer 0 fichier au plus.')
    assert.equal(said('fr', 2), 'Vous pouvez envoyer 2 fichiers au plus.')
    assert.equal(said('fr', 1_000_000), 'Vous pouvez envoyer 1\u202f000\u202f000 de fichiers au plus.')
    assert.equal(said('es', 0), 'Se pueden enviar 0 archivos como máximo.')
    assert.equal(said('es', 1), 'Se puede enviar 1 archivo como máximo.')
    assert.equal(said('ar', 1), 'يمكن إرسال ملف واحد على الأكثر.')
    assert.equal(said('ar', 2), 'يمكن إرسال ملفين على الأكثر.')
    assert.equal(said('ar', 3), 'يمكن إرسال 3 ملفات على الأكثر.')
  })
})
