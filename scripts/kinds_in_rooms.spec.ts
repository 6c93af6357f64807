import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { plugins } from '#app/plugins/registry'
import { settingsForm } from '@formwright/kit/settings_form'
import { type HouseWords, kindsKnown } from './kinds_in_rooms.ts'
import { scanPlugins } from '#app/plugins/scan'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Names of settings that are words of the kit, of HTML, or of the form's own settings too. */
const EVERYBODYS = new Set(['minLength', 'maxLength', 'maxCount', 'appearance'])

function wordsOfTheHouse(): HouseWords {
  const kinds = scanPlugins(ROOT).found.map(({ kind }) => kind)
  const settings = kinds.flatMap((kind) => {
    const definition = plugins.registry().field(kind)?.definition ?? plugins.registry().layout(kind)
    return definition ? settingsForm(definition.settings).map(({ name }) => name) : []
  })
  return { kinds: new Set(kinds), settings: new Set(settings.filter((name) => !EVERYBODYS.has(name))) }
}

test.group('No room knows a kind', () => {
  test('app, engine and frontend ask kinds through the kit', ({ assert }) => {
    const words = wordsOfTheHouse()
    assert.includeMembers([...words.kinds], ['text', 'select', 'page-break', 'webhook'])
    assert.includeMembers([...words.settings], ['options', 'nextLabel', 'formula'])
    const files = globSync('{app,engine,frontend}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => {
      return !/\.spec\.tsx?$|\.d\.ts$|^engine\/fixtures\//.test(file)
    })
    assert.isAbove(files.length, 400)
    const found = files.flatMap((file) => kindsKnown(file, readFileSync(join(ROOT, file), 'utf8'), words))
    assert.deepEqual(found, [])
  })

  test('whatever way a room may know one is found')
    .with([
      "if (block.kind === 'select') draw()",
      "const is = 'file' !== row.kind",
      "switch (plugin.kind) { case 'heading': break }",
      "const plugin = kinds.fields['text']",
      "const plugin = fields.select; registry.field('calculation')",
      "import { startSettings } from './kinds.ts'\nstartSettings(kinds, 'text')",
      "const block = { id, kind: 'paragraph', settings }",
      "import definition from '../plugins/fields/select/field.ts'",
      'const file = `plugins/layout/ending/layout.ts`',
      'const { options } = block.settings',
      'const many = block.settings.multiple',
      "const label = setting(block, 'nextLabel')",
      "const title = textAt(content, 'title')",
      'const drawn = <PageText path="title" value={value} />',
    ])
    .run(({ assert }, code) => {
      assert.isNotEmpty(kindsKnown('x.tsx', code, wordsOfTheHouse()))
    })

  test('what only looks like one is not')
    .with([
      "if (family === 'page-break' || part.type === 'text') draw()",
      "const types = ['text', 'number']",
      'if (block.kind === other.kind) same()',
      'const { general } = document.settings; const fields = row.settings',
      '<input type="text" maxLength={3} />',
      '<PageText path="label" value={value} />',
    ])
    .run(({ assert }, code) => {
      assert.deepEqual(kindsKnown('x.tsx', code, wordsOfTheHouse()), [])
    })
})
