import { test } from '@japa/runner'
import * as v from 'valibot'
import { newForm, patch, type PatchReply, type Row, textBlock } from '#tests/functional/forms/factories'

/** What a refused PATCH says of its changes. */
const details = (given: unknown) => v.parse(v.object({ ops: v.array(refusedOp) }), given)
const refusedOp = v.object({ index: v.number(), message: v.string() })

interface Shown {
  data: { revision: number; rows: Row[]; problems: { code: string; path?: string; message?: string }[] }
}

const put = (block_id: string, label: string, position = 'a5', base?: number) => ({
  op: 'put',
  block_id,
  kind: 'text',
  position,
  content: { v: 1, key: block_id, label, settings: {} },
  base,
})

test.group('Drafts', () => {
  test('a draft is its blocks and settings, in order', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.slug}/draft`)
    assert.deepEqual(
      body.data.rows.map((row) => row.block_id),
      ['settings.general', 'first1', 'second'],
    )
    assert.equal(body.data.revision, 1)
    assert.deepEqual(body.data.rows[1].content, { v: 1, key: 'first1', label: 'First', settings: {} })
  })

  test('two people on different blocks: both are kept, each hears of the other', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    const mine = await patch(creator, form.id, 1, [put('first1', 'Mine')])
    assert.equal(mine.status, 200)
    assert.deepInclude(mine.body.data, { revision: 2, applied: ['first1'], refused: [], rows: [] })
    const theirs = await patch(creator, form.id, 1, [put('second', 'Theirs'), put('third1', 'New', 'a9')])
    assert.deepInclude(theirs.body.data, { revision: 3, applied: ['second', 'third1'], refused: [] })
    assert.deepEqual(
      theirs.body.data.rows.map((row) => [row.block_id, row.content?.label]),
      [['first1', 'Mine']],
    )
    const changes = await creator.visitor.get<{ data: PatchReply }>(
      `/api/forms/${form.id}/draft/changes?since=2`,
    )
    assert.deepEqual(changes.body.data.rows.map((row) => row.block_id).sort(), ['second', 'third1'])
  })

  test('a block stands in a section, is moved out of it and comes back as it was', async ({ assert }) => {
    const group = { id: 'group1', kind: 'section', v: 1, settings: { title: 'Group' } }
    const inside = textBlock('second', 'Second', { parent: 'group1' })
    const { creator, form } = await newForm([textBlock('first1', 'First'), group, inside])
    const placed = async () => {
      const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/draft`)
      const { rows } = body.data
      return rows.filter((row) => row.kind !== 'settings.general').map((row) => [row.block_id, row.parent])
    }
    assert.deepEqual(await placed(), [
      ['first1', null],
      ['group1', null],
      ['second', 'group1'],
    ])
    const both = await patch(creator, form.id, 1, [
      { op: 'move', block_id: 'second', position: 'a9' },
      { op: 'move', block_id: 'first1', parent: 'group1', position: 'a5' },
      { ...put('third1', 'Third', 'a7'), parent: 'group1' },
    ])
    assert.deepEqual(both.body.data.applied, ['second', 'first1', 'third1'])
    assert.deepEqual(both.body.data.problems, [])
    assert.deepEqual((await placed()).sort(), [
      ['first1', 'group1'],
      ['group1', null],
      ['second', null],
      ['third1', 'group1'],
    ])
    const nonsense = await patch(creator, form.id, 2, [
      { op: 'move', block_id: 'second', parent: 'No id', position: 'a9' },
    ])
    assert.equal(nonsense.status, 422)
  })

  test('two people on one block: the second is refused with the first text, the rest is kept', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First'), textBlock('second', 'Second')])
    await patch(creator, form.id, 1, [put('first1', 'Mine')])
    const theirs = await patch(creator, form.id, 1, [put('first1', 'Theirs'), put('second', 'Kept')])
    assert.deepEqual(theirs.body.data.applied, ['second'])
    assert.equal(theirs.body.data.refused[0].op.block_id, 'first1')
    assert.equal(theirs.body.data.refused[0].current?.content?.label, 'Mine')
    const again = await patch(creator, form.id, 3, [put('first1', 'Theirs')])
    assert.deepEqual(again.body.data.applied, ['first1'])
  })

  test('what stands on a removed question names it, as long as it is gone', async ({ assert }) => {
    const standing = {
      ...textBlock('second', 'Second'),
      help: 'About {#first1}',
      rules: [
        { when: { left: { field: 'first1' }, op: 'is-empty' }, do: 'hide' },
        { when: { all: [] }, do: 'skip', to: 'ending' },
      ],
    }
    const ending = { id: 'ending', kind: 'ending', v: 1, settings: { title: 'Good bye' } }
    const { creator, form } = await newForm([textBlock('first1', 'Your {#second} age'), standing, ending])
    const removed = await patch(creator, form.id, 1, [
      { op: 'remove', block_id: 'first1' },
      { op: 'remove', block_id: 'ending' },
    ])
    const gone = [
      ['help', '“Your Second age” is no longer in the form.'],
      ['rules.0.when.left', '“Your Second age” is no longer in the form.'],
      ['rules.1.to', 'skips to “Good bye”, which is no longer in the form.'],
    ]
    const said = (problems: { path?: string; message?: string }[]) =>
      problems.map(({ path = '', message = '' }) => [path, message]).sort()
    for (const [index, [path, message]] of said(removed.body.data.problems).entries()) {
      assert.equal(path, gone[index]?.[0])
      assert.include(message, gone[index]?.[1] ?? 'nothing')
    }
    assert.lengthOf(removed.body.data.problems, gone.length)
    // read anew, as by another node or for publishing, it is the same
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/check`)
    assert.deepEqual(said(body.data.problems), said(removed.body.data.problems))
    const changes = await creator.visitor.get<{ data: PatchReply }>(
      `/api/forms/${form.id}/draft/changes?since=1`,
    )
    for (const row of changes.body.data.rows)
      assert.sameMembers(Object.keys(row), ['block_id', 'kind', 'revision', 'parent', 'position', 'content'])
    const back = await patch(creator, form.id, 2, [put('first1', 'Age')])
    assert.lengthOf(back.body.data.problems, 1)
  })

  test('fifty changes at once: each is made once, the revision counts them', async ({ assert }) => {
    const { creator, form } = await newForm([])
    const ids = Array.from({ length: 50 }, (_, index) => `block${index}x`)
    const replies = await Promise.all(ids.map((id) => patch(creator, form.id, 1, [put(id, id)])))
    assert.isTrue(replies.every((reply) => reply.status === 200 && reply.body.data.refused.length === 0))
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/draft`)
    assert.equal(body.data.revision, 51)
    assert.equal(body.data.rows.length, 51)
  })

  test('a removed block is told as such and can come back', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    await patch(creator, form.id, 1, [{ op: 'remove', block_id: 'first1' }])
    const changes = await creator.visitor.get<{ data: PatchReply }>(
      `/api/forms/${form.id}/draft/changes?since=1`,
    )
    assert.deepEqual(
      changes.body.data.rows.map((row) => [row.block_id, row.content]),
      [['first1', null]],
    )
    const late = await patch(creator, form.id, 1, [put('first1', 'Too late')])
    assert.isNull(late.body.data.refused[0].current)
    const undone = await patch(creator, form.id, 2, [put('first1', 'Back')])
    assert.deepEqual(undone.body.data.applied, ['first1'])
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/draft`)
    assert.equal(body.data.rows.find((row) => row.block_id === 'first1')?.content?.label, 'Back')
  })

  test('removing what a rule of another block names is saved, and shown as a problem', async ({ assert }) => {
    const rules = [{ when: { left: { field: 'first1' }, op: 'is-not-empty' }, do: 'hide' }]
    const { creator, form } = await newForm([
      textBlock('first1', 'First'),
      textBlock('second', 'Second', { rules }),
    ])
    const reply = await patch(creator, form.id, 1, [{ op: 'remove', block_id: 'first1' }])
    assert.deepEqual(reply.body.data.applied, ['first1'])
    assert.deepInclude(
      reply.body.data.problems.map(({ code, block }) => ({ code, block })),
      { code: 'unknown-reference', block: 'second' },
    )
  })

  test('the title of the form is the title in its settings', async ({ assert }) => {
    const { creator, form } = await newForm([], 'Before')
    await patch(creator, form.id, 1, [
      {
        op: 'put',
        block_id: 'settings.general',
        kind: 'settings.general',
        position: '',
        content: { title: 'After', language: 'en' },
      },
    ])
    const shown = await creator.visitor.get<{ data: { title: string } }>(`/api/forms/${form.id}`)
    assert.equal(shown.body.data.title, 'After')
  })

  test('a block of a newer shape than the server knows is refused whole', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const newer = { ...put('first1', 'New'), content: { v: 99, settings: {}, label: 'New' } }
    const reply = await patch(creator, form.id, 1, [newer, put('second', 'x')])
    assert.equal(reply.status, 409)
    assert.equal(reply.body.code, 'E_NEWER_CLIENT')
    assert.deepEqual(
      details(reply.body.details).ops.map(({ index }) => index),
      [0],
    )
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/draft`)
    assert.equal(body.data.revision, 1)
  })

  test('a kind that is not installed is kept and shown as a problem', async ({ assert }) => {
    const { creator, form } = await newForm([])
    const reply = await patch(creator, form.id, 1, [{ ...put('alien1', 'x'), kind: 'alien' }])
    assert.deepEqual(reply.body.data.applied, ['alien1'])
    assert.include(
      reply.body.data.problems.map((problem) => problem.code),
      'unknown-kind',
    )
  })

  test('a refused PATCH names every change that stands in the way: without them the others are made', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const ops = [
      put('first1', 'Good'),
      { ...put('second', 'x'), content: { v: 1, settings: {}, label: 7 } },
      put('third1', 'Good too', 'a6'),
      { ...put('fourth', 'x'), position: 'not a position' },
      { ...put('fifth1', 'x'), content: { v: 1, settings: { text: 'x'.repeat(900_000) } } },
    ]
    const reply = await patch(creator, form.id, 1, ops)
    assert.equal(reply.status, 422)
    const { ops: named } = details(reply.body.details)
    assert.deepEqual(
      named.map(({ index }) => index),
      [1, 3, 4],
    )
    assert.isTrue(named.every(({ message }) => message.length > 10))
    assert.containsSubset(Object.keys(reply.body.errors), ['ops.1.content.label', 'ops.3.position'])
    const rest = ops.filter((_, index) => !named.some((one) => one.index === index))
    assert.deepEqual((await patch(creator, form.id, 1, rest)).body.data.applied, ['first1', 'third1'])
  })

  test('a form that is full names the changes that add to it, not those that shorten it', async ({
    assert,
  }) => {
    const { creator, form } = await newForm([])
    const ids = Array.from({ length: 9_999 }, (_, index) => `block${index}x`)
    const tiny = (id: string) => ({
      ...put(id, id),
      kind: 'heading',
      content: { v: 1, settings: { text: 'x' } },
    })
    assert.equal((await patch(creator, form.id, 1, ids.map(tiny))).status, 200)
    const reply = await patch(creator, form.id, 2, [put(ids[0], 'Changed'), tiny('onemore1')])
    assert.equal(reply.body.code, 'E_TOO_MANY_BLOCKS')
    assert.deepEqual(
      details(reply.body.details).ops.map(({ index }) => index),
      [1],
    )
  })

  test('a form is as large as what it says, however well that can be compressed', async ({ assert }) => {
    const { creator, form } = await newForm([])
    const large = (n: number) => ({
      op: 'put',
      block_id: `large${n}`,
      kind: 'text',
      position: `a${'123456789AB'[n]}`,
      content: { v: 1, key: `large${n}`, label: 'Large', settings: { note: 'x'.repeat(790_000) } },
    })
    for (let n = 0; n < 10; n++) assert.equal((await patch(creator, form.id, n + 1, [large(n)])).status, 200)
    const refused = await patch(creator, form.id, 11, [large(10)])
    assert.equal(refused.status, 422, refused.text)
    assert.equal(refused.body.code, 'E_TOO_LARGE')
  })

  test('malformed changes are refused and change nothing', async ({ assert }) => {
    const { creator, form } = await newForm([textBlock('first1', 'First')])
    const deep = JSON.parse('{"a":'.repeat(100) + '1' + '}'.repeat(100))
    for (const op of [
      { op: 'explode', block_id: 'first1' },
      { ...put('first1', 'x'), block_id: 'No' },
      { ...put('first1', 'x'), position: 'not a position' },
      // nothing could be put beside it
      { ...put('first1', 'x'), position: 'k' },
      { ...put('first1', 'x'), position: '' },
      { ...put('first1', 'x'), position: `a0${'V'.repeat(199)}` },
      { ...put('first1', 'x'), kind: 'settings.general' },
      { ...put('first1', 'x'), surprise: 1 },
      { ...put('first1', 'x'), content: { v: 1, settings: {}, surprise: 1 } },
      { ...put('first1', 'x'), content: { v: 1, settings: deep } },
      { ...put('first1', 'x'), content: { v: 1, settings: {}, label: 7 } },
      { ...put('first1', 'x'), content: { v: 1, settings: { text: 'x'.repeat(900_000) } } },
      {
        op: 'put',
        block_id: 'settings.access',
        kind: 'settings.access',
        position: '',
        content: { passwordHash: 'x' },
      },
      { op: 'put', block_id: 'settings.other', kind: 'settings.other', position: '', content: {} },
    ]) {
      const reply = await patch(creator, form.id, 1, [put('second', 'x'), op])
      assert.equal(reply.status, 422, JSON.stringify(op).slice(0, 200))
    }
    assert.equal((await patch(creator, form.id, 99, [put('second', 'x')])).body.code, 'E_REVISION')
    const { body } = await creator.visitor.get<Shown>(`/api/forms/${form.id}/draft`)
    assert.equal(body.data.revision, 1)
  })
})
