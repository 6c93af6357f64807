import { test } from '@japa/runner'
import { richTextOf } from '@formwright/kit/rich/from_text'
import fc from 'fast-check'
import { generateCase } from '../fixtures/generate.ts'
import { assemble, type DocumentRow, toRows } from './assemble.ts'
import { contentIssues } from './schema.ts'

const isSection = (kind: string) => kind === 'section'

/** A row of a block that says nothing else. */
const row = (block_id: string, kind: string, parent: string | null, position: string): DocumentRow => ({
  block_id,
  kind,
  parent,
  position,
  content: { v: 1, settings: {} },
})

test.group('Rows of a document', () => {
  test('a document comes back from its rows in whatever order', ({ assert }) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { document } = generateCase(seed)
        document.aliases = seed % 2 === 0 ? { old_key: 'firstfield' } : {}
        const rows = toRows(document).toReversed()
        for (const { kind, content } of rows) assert.deepEqual(contentIssues(kind, content), [])
        assert.deepEqual(assemble(JSON.parse(JSON.stringify(rows)), isSection), document)
      }),
      { numRuns: 50 },
    )
  })

  test('blocks stand directly behind their section, each group in its own order', ({ assert }) => {
    const rows = [
      row('inner2', 'text', 'group1', 'a1'),
      row('behind', 'text', null, 'a2'),
      row('inner1', 'text', 'group1', 'a0'),
      row('group1', 'section', null, 'a1'),
      row('before', 'text', null, 'a0'),
    ]
    const { blocks } = assemble(rows, isSection)
    assert.deepEqual(
      blocks.map(({ id, parent }) => [id, parent]),
      [
        ['before', undefined],
        ['group1', undefined],
        ['inner1', 'group1'],
        ['inner2', 'group1'],
        ['behind', undefined],
      ],
    )
  })

  test('a row that stands in nothing that holds it stands at the top, where its position says')
    .with([
      [[row('aaaaaa', 'text', 'gone01', 'a1')]],
      [[row('aaaaaa', 'text', 'bbbbbb', 'a1'), row('bbbbbb', 'text', null, 'a0')]],
      [[row('aaaaaa', 'section', 'aaaaaa', 'a1')]],
      [[row('aaaaaa', 'section', 'bbbbbb', 'a1'), row('bbbbbb', 'section', 'aaaaaa', 'a0')]],
      [
        [
          row('aaaaaa', 'text', 'bbbbbb', 'a1'),
          row('bbbbbb', 'section', 'cccccc', 'a0'),
          row('cccccc', 'section', null, 'a0'),
        ],
      ],
    ] as const)
    .run(({ assert }, [rows]) => {
      const { blocks } = assemble(
        [...rows, row('before', 'text', null, 'a0V'), row('behind', 'text', null, 'a2')],
        isSection,
      )
      assert.lengthOf(blocks, rows.length + 2)
      const [before, it, behind] = ['before', 'aaaaaa', 'behind'].map((id) =>
        blocks.findIndex((one) => one.id === id),
      )
      assert.isTrue(before < it && it < behind)
      assert.isUndefined(blocks[it].parent)
    })

  test('parts of a row that have the wrong shape are left out alone', ({ assert }) => {
    const { blocks, settings } = assemble(
      [
        {
          block_id: 'settings.general',
          kind: 'settings.general',
          parent: null,
          position: '',
          content: { title: 'T' },
        },
        {
          block_id: 'settings.sending',
          kind: 'settings.sending',
          parent: null,
          position: '',
          content: { submitLabel: 'Go', progress: 'maybe', later: 1 },
        },
        {
          block_id: 'aaaaaa',
          kind: 'text',
          parent: null,
          position: 'a0',
          content: { v: 1, settings: {}, label: 7, help: 'H', foo: 1 },
        },
      ],
      isSection,
    )
    assert.deepEqual(blocks, [{ id: 'aaaaaa', kind: 'text', v: 1, settings: {}, help: richTextOf('H') }])
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
