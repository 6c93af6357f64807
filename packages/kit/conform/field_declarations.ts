import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { textIn } from '../block_text.ts'
import type { SettingsSchema } from '../field.ts'
import { settingsForm } from '../settings_form.ts'
import type { FieldUnderTest } from './field_under_test.ts'

/** What it says of its settings, and what it imports. */
export function testDeclarations<Schema extends SettingsSchema, A, R>(
  field: FieldUnderTest<Schema, A, R>,
): void {
  const { definition, everySettings } = field

  test('respondents may read the texts that answers stand in, and options are texts', ({ assert }) => {
    for (const settings of everySettings) {
      const texts = definition.texts?.(settings) ?? []
      for (const { path, piping } of texts) {
        const [name = ''] = path.split('.')
        assert.notInclude(['label', 'help', 'placeholder'], name, 'these are texts of every block')
        if (piping) assert.include(definition.publicSettings, name, `“${path}” is resolved for respondents`)
      }
      const written = texts.map(({ path }) => textIn(settings, path))
      const below = definition.listedBelow?.(settings)
      if (below)
        assert.isTrue(
          texts.some(({ path }) => path.startsWith(`${below.list}.`) && path.endsWith(`.${below.text}`)),
          'what is listed below the control are texts of the creator',
        )
      const options = definition.parts(settings).flatMap((part) => part.options ?? [])
      assert.includeMembers(
        written,
        options.map(({ label }) => label),
        'labels of options are texts of the creator',
      )
    }
  })

  test('what it asks for is a word, and then an answer has a main part', ({ assert }) => {
    const { asks } = definition
    if (asks === undefined) return
    assert.match(asks, /^[a-z][a-z-]*$/)
    assert.isTrue(definition.parts(everySettings[0] ?? {}).some(({ id }) => id === ''))
  })

  test('what it finds wrong with its settings is a sentence that leads to one of them', ({ assert }) => {
    const names = settingsForm(definition.settings).map(({ name }) => `settings.${name}`)
    for (const settings of everySettings) {
      for (const required of [false, true]) {
        for (const { message, path } of definition.check?.(settings, { required }) ?? []) {
          assert.match(message, /^[^a-z].*\.$/s)
          assert.include([...names, 'default'], path)
        }
      }
    }
    for (const { answer: fixed, settings } of field.examples)
      assert.deepEqual(definition.check?.(settings, { required: true, fixed }) ?? [], [])
  })

  test('answer.ts is small: at run time it imports what lies beside it, and what the kit has for answers', ({
    assert,
  }) => {
    const imports = readFileSync(join(field.folder, 'answer.ts'), 'utf8').matchAll(
      /^import (?!type).*? from '(.*?)'/gm,
    )
    for (const [, from] of imports)
      assert.match(
        from ?? '',
        /^(\.\/[a-z_]+\.ts|@formwright\/kit\/(confirmation|day|decimal|exact_decimal|file_reference|fold|pattern|stepped|text|typed_number|typed_text))$/,
      )
  })
}
