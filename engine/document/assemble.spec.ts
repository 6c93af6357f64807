import { test } from '@japa/runner'
import fc from 'fast-check'
import { generateCase } from '../fixtures/generate.ts'
import { assemble, toRows } from './assemble.ts'
import { contentIssues } from './schema.ts'

test.group('Rows of a document', () => {
  test('a document comes back from its rows in whatever order', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document } = generateCase(seed)
        document.aliases = seed % 2 === 0 ? { old_key: 'firstfield' } : {}
        const rows = toRows(document).toReversed()
        for (const { kind, content } of rows) assert.deepEqual(contentIssues(kind, content), [])
        assert.deepEqual(assemble(JSON.parse(JSON.stringify(rows))), document)
      }),
      { numRuns: 50 },
    )
  })

  test('parts of a row that have the wrong shape are left out alone', ({ assert }) => {
    const { blocks, settings } = assemble([
      { block_id: 'settings.general', kind: 'settings.general', position: '', content: { title: 'T' } },
      {
        block_id: 'settings.sending',
        kind: 'settings.sending',
        position: '',
        content: { submitLabel: 'Go', progress: 'maybe', later: 1 },
      },
      {
        block_id: 'aaaaaa',
        kind: 'text',
        position: 'a0',
        content: { v: 1, settings: {}, label: 7, help: 'H', foo: 1 },
      },
    ])
    assert.deepEqual(blocks, [{ id: 'aaaaaa', kind: 'text', v: 1, settings: {}, help: 'H' }])
    assert.deepEqual(settings.general, { title: 'T', language: 'en' })
    assert.deepEqual(settings.sending, { submitLabel: 'Go', progress: true })
  })

  test('the content of a row is judged: {kind} {content}')
    .with([
      { kind: 'text', content: { v: 1, settings: {}, unknown: 1 } },
      { kind: 'text', content: { settings: {} } },
      { kind: 'text', content: { v: 1, settings: {}, key: 'Not a key' } },
      { kind: 'text', content: { v: 1, settings: {}, rules: [{ when: { all: [] }, do: 'dance' }] } },
      {
        kind: 'text',
        content: { v: 1, settings: {}, rules: [{ when: { left: { field: 'a' }, op: 'likes' }, do: 'show' }] },
      },
      { kind: 'settings.general', content: { title: 1, language: 'en' } },
      {
        kind: 'settings.appearance',
        content: { theme: 'default', size: 'sm', radius: 'none', accent: 'url(x)' },
      },
      { kind: 'settings.unheard', content: {} },
      { kind: 'text', content: 'text' },
    ])
    .run(({ assert }, { kind, content }) => {
      assert.isNotEmpty(contentIssues(kind, content))
    })

  test('absurdly deep content is refused, not read', ({ assert }) => {
    let deep: object = {}
    for (let depth = 0; depth < 100_000; depth++) deep = { all: [deep] }
    assert.deepEqual(contentIssues('text', { v: 1, settings: {}, condition: deep }), [
      'The content is nested too deeply.',
    ])
  })
})
