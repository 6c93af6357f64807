import { test } from '@japa/runner'
import { placesOfKinds, wordsOfTheHouse } from './kind_places.ts'
import { kindsKnown } from './kinds_in_rooms.ts'

test.group('No room knows a kind', () => {
  test('all rooms ask kinds through the kit', ({ assert }) => {
    const words = wordsOfTheHouse()
    assert.includeMembers([...words.kinds], ['text', 'select', 'page-break', 'webhook'])
    assert.includeMembers([...words.presets], ['yes-no', 'nps'])
    assert.includeMembers([...words.settings], ['options', 'nextLabel', 'formula'])
    const { files, places } = placesOfKinds()
    assert.isAbove(files, 500)
    assert.deepEqual([...places.values()].flat(), [])
  })

  test('whatever way a room may know one is found')
    .with([
      "if (block.kind === 'select') draw()",
      "const is = 'file' !== row.kind",
      "if (entry.preset === 'yes-no') draw()",
      "switch (plugin.kind) { case 'heading': break }",
      "const plugin = kinds.fields['text']",
      'const plugin = fields.select',
      "const plugin = registry.field('calculation')",
      "import { startSettings } from './kinds.ts'\nstartSettings(kinds, 'text')",
      "const block = { id, kind: 'paragraph', settings }",
      "import definition from '../plugins/fields/select/field.ts'",
      'const file = `plugins/layout/ending/layout.ts`',
      "if (connection.service === 'slack') draw()",
      "const google = plugins.service('google')",
      'const slack = services.slack',
      'const file = `plugins/connections/notion/service.ts`',
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
