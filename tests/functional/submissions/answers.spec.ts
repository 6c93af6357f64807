import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Page, Single } from '#api_types/answer'
import type { KeyedSubmission } from '#api_types/submissions'
import { textBlock } from '#tests/functional/forms/factories'
import { newProgram } from '#tests/functional/program'
import { publishedForm } from '#tests/functional/respond/answering'
import type { Reply } from '#tests/functional/visitor'

const BLOCKS = [
  textBlock('name01', 'Name', { key: 'name' }),
  { id: 'seats1', kind: 'number', v: 1, key: 'seats', label: 'Seats', settings: {} },
  {
    ...{ id: 'people', kind: 'section', v: 1, key: 'guests' },
    settings: { title: 'Guests', repeating: true, min: 0, max: 9 },
  },
  textBlock('guest1', 'Guest', { key: 'guest', parent: 'people' }),
]

test.group('Answers by key', () => {
  test('a program sends answers, reads them as it sent them, page by page, and one by one', async ({
    assert,
  }) => {
    const { creator, id: form } = await publishedForm(BLOCKS)
    const program = await newProgram(creator.visitor, creator.workspaceId, [
      'submissions:read',
      'submissions:write',
    ])
    const sent = [
      { name: 'Ada', seats: 2, guests: [{ guest: 'Bob' }, { guest: 'Eve' }] },
      { name: 'Grace' },
      { name: 'Joan', seats: 0 },
    ]
    for (const answers of sent) {
      const body = { submission_key: randomUUID(), answers }
      assert.equal((await program.post(`/api/forms/${form}/submissions`, body)).status, 201)
    }
    const path = `/api/forms/${form}/answers`
    const read: KeyedSubmission[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Reply<Page<KeyedSubmission>> = await program.get(`${path}?limit=2&cursor=${cursor}`)
      assert.equal(page.status, 200, page.text)
      read.push(...page.body.data)
      cursor = page.body.next_cursor
    }
    assert.deepEqual(
      read.map(({ answers }) => answers),
      [...sent].reverse(),
    )
    const one = await program.get<Single<KeyedSubmission>>(`${path}/${read[0].id}`)
    assert.deepEqual(one.body.data, read[0])
    const filter = JSON.stringify({ all: [{ field: 'seats1', op: 'eq', value: 2 }] })
    const narrowed = await program.get<Page<KeyedSubmission>>(`${path}?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual(
      narrowed.body.data.map(({ answers }) => answers.name),
      ['Ada'],
    )
    const told = async (asked: Record<string, string>) => {
      const page = await program.get<Page<KeyedSubmission>>(`${path}?${new URLSearchParams(asked)}`)
      return page.status === 200 ? page.body.data.map(({ answers }) => answers.name) : page.text
    }
    const comparing = (field: string, op: string, value: unknown) =>
      told({ filter: JSON.stringify({ all: [{ field, op, value }] }) })
    assert.deepEqual(await comparing('seats', 'eq', 2), ['Ada'], 'by the key of the field, too')
    assert.deepEqual(await comparing('guests', 'eq', 2), ['Ada'])
    assert.deepEqual(await comparing('guests.guest', 'is', 'Eve'), ['Ada'])
    assert.include(await comparing('chairs', 'eq', 2), 'There is no question “chairs” to filter by')
    assert.include(
      await comparing('seats', 'is', 2),
      '“is” does not fit “seats”. Use one of: eq, neq, lt, lte, gt, gte, between, is-empty, is-not-empty.',
    )
    assert.include(await comparing('Not a field', 'eq', 2), 'E_FILTER')
    assert.include(await told({ filter: '{all' }), 'Send it as JSON')
    const again = { submission_key: randomUUID(), answers: read[2].answers }
    assert.equal((await program.post(`/api/forms/${form}/submissions`, again)).status, 201)
    const refused = await program.post<{ details: object[] }>(`/api/forms/${form}/submissions`, {
      submission_key: randomUUID(),
      answers: { seats: 'many' },
    })
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.details, [{ block: 'seats1', key: 'seats', path: 'seats1' }])
  })
})
