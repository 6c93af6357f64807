import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { forgetState } from '#app/forms/states'
import { within } from '#app/workspaces/within'
import { patch, publish, revisionOf, textBlock } from '#tests/functional/forms/factories'
import { countRows } from '#tests/functional/place'
import { everyShape } from '#tests/functional/plugins/every_preset'
import {
  formIn,
  open,
  press,
  type PublishedForm,
  publishedForm,
  submit,
} from '#tests/functional/respond/answering'

/** Publishes that an address is taken once, and has what is there counted. */
async function limitAddresses({ creator, id }: PublishedForm): Promise<void> {
  const { id: block_id, kind, ...content } = textBlock('mail01', 'Address', { unique: true })
  const op = { op: 'put', block_id, kind, position: 'a0', content }
  await patch(creator, id, await revisionOf(creator, id), [op])
  await publish(creator, id)
}

/** What another process did: nobody here was told. */
async function publishElsewhere({ creator, id }: PublishedForm, version: number): Promise<void> {
  await within(creator.workspaceId, ({ trx }) =>
    trx.rawQuery('update forms set published_version = ? where id = ?', [version, id]),
  )
}

test.group('Each answer only once', () => {
  test('holds also where another process has just published that', async ({ assert }) => {
    const form = await publishedForm([textBlock('mail01', 'Address')])
    const { id } = (await submit(form, { mail01: 'ada' })).body.data
    await limitAddresses(form)
    assert.equal((await submit(form, { mail01: 'Ada' })).status, 422)
    /** Does something while this process knows the first version as the newest, though it is not. */
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      await publishElsewhere(form, 1)
      forgetState(form.id)
      await open(form.visitor, `/forms/${form.slug}`)
      await form.creator.visitor.get(`/api/forms/${form.id}`)
      await publishElsewhere(form, 2)
      return work()
    }
    assert.equal((await late(() => submit(form, { mail01: 'Ada' }))).status, 422)
    const other = await late(() => submit(form, { mail01: 'bob' }))
    assert.equal(other.status, 201)
    assert.equal((await submit(form, { mail01: 'Bob' })).status, 422)
    const path = `/api/forms/${form.id}/answers/${other.body.data.id}`
    const edited = await late(() =>
      form.creator.visitor.patch<{ code: string }>(path, { answers: { mail01: 'ADA' } }),
    )
    assert.deepEqual([edited.status, edited.body.code], [422, 'E_ANSWERS'])
    assert.equal((await form.creator.visitor.delete(`/api/forms/${form.id}/submissions/${id}`)).status, 204)
    assert.equal((await submit(form, { mail01: 'Ada' })).status, 201)
    const bin = `/api/forms/${form.id}/bin/${id}/restoration`
    assert.equal((await late(() => form.creator.visitor.post(bin))).status, 503)
    assert.equal((await form.creator.visitor.post(bin)).status, 409)
  })

  test('holds also for what is stored in the moment in which that is published', async ({ assert }) => {
    const form = await publishedForm([textBlock('mail01', 'Address')])
    assert.equal((await submit(form, { mail01: 'ada' })).status, 201)
    await limitAddresses(form)
    assert.equal((await submit(form, { mail01: 'Ada' })).status, 422)
    await publishElsewhere(form, 1)
    forgetState(form.id)
    let sending: ReturnType<typeof submit> | undefined
    await within(form.creator.workspaceId, async ({ trx }) => {
      await trx.rawQuery('select from forms where id = ? for update', [form.id])
      await trx.rawQuery('update forms set published_version = 2 where id = ?', [form.id])
      let isAnswered = false
      sending = submit(form, { mail01: 'Ada' }).finally(() => (isAnswered = true))
      const isWaiting = async () => {
        const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
          'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
        )
        return rows.length > 0
      }
      while (!isAnswered && !(await isWaiting())) await sleep(20)
    })
    assert.equal((await sending)?.status, 422)
  })

  test('of 100 who give it at once one is taken; deleting makes it free', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('mail01', 'Address', { unique: true }),
      textBlock('name01', 'Name'),
    ])
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => submit(form, { mail01: n % 2 ? 'Ada@x.org' : ' ada@x.org ' })),
    )
    const taken = replies.filter(({ status }) => status === 201)
    assert.lengthOf(taken, 1)
    const refused = replies.find(({ status }) => status !== 201)
    assert.containsSubset(refused?.body.details, [
      { block: 'mail01', code: 'duplicate', params: { reason: 'given' } },
    ])
    assert.equal((await submit(form, { mail01: 'bob@x.org' })).status, 201)
    assert.deepEqual(
      (await Promise.all([submit(form, { name01: 'A' }), submit(form, { name01: 'A' })])).map(
        ({ status }) => status,
      ),
      [201, 201],
    )
    const gone = `/api/forms/${form.id}/submissions/${taken[0]?.body.data.id}`
    assert.equal((await form.creator.visitor.delete(gone)).status, 204)
    assert.equal((await submit(form, { mail01: 'ADA@x.org' })).status, 201)
    assert.equal((await submit(form, { mail01: 'ada@x.org' })).status, 422)
  })

  test('who comes second without JavaScript is told so and keeps the rest', async ({ assert }) => {
    const form = await publishedForm([
      textBlock('mail01', 'Address', { unique: true }),
      textBlock('name01', 'Name'),
    ])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await submit(form, { mail01: 'ada' })
    const second = await press(form.visitor, page, 'send', { 'f.mail01': 'Ada', 'f.name01': 'Lovelace' })
    assert.equal(second.status, 422)
    assert.include(second.text, 'each answer counts only once')
    assert.include(second.text, 'value="Lovelace"')
    const other = await press(form.visitor, formIn(second.text), 'send', { 'f.mail01': 'Bob' })
    assert.equal(other.status, 303)
    assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 2)
  })

  test('values of any kind are compared as conditions do, what was written at Other by its text', async ({
    assert,
  }) => {
    const only = (id: string, kind: string, settings: object = {}) => ({
      ...{ id, kind, v: 1, key: id, label: id, settings },
      unique: true,
    })
    const options = [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ]
    const form = await publishedForm([
      only('amount', 'number'),
      only('when01', 'date', { asks: 'datetime' }),
      only('mail01', 'email'),
      only('phone1', 'phone', { country: 'DE' }),
      only('stars1', 'rating'),
      only('colour', 'select', { options, other: true }),
    ])
    const taken: [first: Record<string, unknown>, again: Record<string, unknown>, other: unknown][] = [
      [{ amount: 1 }, { amount: '1.0' }, 1.5],
      [{ when01: '2026-05-04T17:30' }, { when01: '2026-05-04 17:30' }, '2026-05-04T17:31'],
      [{ mail01: 'Ada@Example.com' }, { mail01: 'ada@example.COM' }, 'bob@example.com'],
      [{ phone1: '030 1234567' }, { phone1: '+49 30 1234567' }, '030 1234568'],
      [{ stars1: 4 }, { stars1: '4' }, 5],
      [{ colour: 'red' }, { colour: 'Red' }, 'blue'],
      [{ colour: { other: 'Ochre' } }, { colour: { other: ' ochre ' } }, { other: 'Umber' }],
    ]
    for (const [first, again, other] of taken) {
      const [[block]] = Object.entries(first)
      assert.equal((await submit(form, first)).status, 201, JSON.stringify(first))
      const { status, body } = await submit(form, again)
      assert.equal(status, 422, JSON.stringify(again))
      assert.containsSubset(body.details, [{ block, code: 'duplicate' }])
      assert.equal((await submit(form, { [block]: other })).status, 201, JSON.stringify(other))
    }
  })

  test('every kind whose answer is one value keeps to it: one of ten at once, none after, another value is free', async ({
    assert,
  }) => {
    const cases = everyShape().filter(
      ({ field }) => field.single && field.labelling !== 'none' && !field.files,
    )
    assert.isAbove(new Set(cases.map(({ block }) => block.kind)).size, 10)
    const form = await publishedForm(cases.map(({ block }) => ({ ...block, unique: true })))
    const nth = (place: number) =>
      Object.fromEntries(
        cases.flatMap(({ block, answers }) => {
          const answer = answers[place]
          return answer === undefined ? [] : [[block.id, answer]]
        }),
      )
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(form, nth(0))))
    const [first, ...others] = replies.toSorted((one, other) => one.status - other.status)
    assert.equal(first.status, 201, first.text)
    // by itself each is refused, too: no other answer of the form is to blame
    const alone = cases.map(({ block, answers: [answer = null] }) => submit(form, { [block.id]: answer }))
    for (const { status } of [...others, ...(await Promise.all(alone))]) assert.equal(status, 422)
    for (const { body } of others)
      assert.sameMembers(
        body.details.map((problem) => `${problem.block} ${problem.code}`),
        cases.map(({ block }) => `${block.id} duplicate`),
      )
    const another = await submit(form, nth(1))
    assert.equal(another.status, 201, another.text)
    const gone = `/api/forms/${form.id}/submissions/${first.body.data.id}`
    assert.equal((await form.creator.visitor.delete(gone)).status, 204)
    assert.equal((await submit(form, nth(0))).status, 201)
    assert.equal((await submit(form, nth(1))).status, 422)
  })

  test('what nobody types is given once, too: by the link, and what is calculated; the person is told', async ({
    assert,
  }) => {
    const form = await publishedForm([
      {
        ...textBlock('code01', 'Invitation', { key: 'code', unique: true }),
        kind: 'hidden',
        settings: { param: 'code' },
      },
      textBlock('first1', 'First name', { key: 'first' }),
      textBlock('last01', 'Last name', { key: 'last' }),
      {
        ...textBlock('whole1', 'Whole name', { key: 'whole', unique: true }),
        kind: 'calculation',
        settings: { formula: 'concat({#first1}, " ", {#last01})', type: 'text' },
      },
    ])
    const send = (code: string, first: string) =>
      submit(form, { first1: first, last01: 'Lovelace' }, { context: { params: { code } } })
    assert.equal((await send('A1', 'Ada')).status, 201)
    assert.containsSubset((await send('a1', 'Bob')).body.details, [{ block: 'code01', code: 'duplicate' }])
    assert.containsSubset((await send('B2', 'ada')).body.details, [{ block: 'whole1', code: 'duplicate' }])
    assert.equal((await send('B2', 'Bob')).status, 201)

    const page = await open(form.visitor, `/forms/${form.slug}?code=B2`)
    const refused = await press(form.visitor, page, 'send', { 'f.first1': 'Eve', 'f.last01': 'Lovelace' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Invitation<\/a>[^<]*The link was used before, and each counts only once/)
    assert.include(refused.text, 'value="Eve"')
  })

  test('items of one submission are told apart, too', async ({ assert }) => {
    const form = await publishedForm([
      {
        ...{ id: 'bparty', kind: 'section', v: 1, key: 'party' },
        settings: { title: 'Guests', repeating: true, min: 0 },
      },
      textBlock('name01', 'Name', { key: 'name', parent: 'bparty', unique: true }),
    ])
    assert.equal((await submit(form, { party: [{ name: 'Ada' }, { name: 'ada' }] })).status, 422)
    assert.equal((await submit(form, { party: [{ name: 'Ada' }, { name: 'Bob' }] })).status, 201)
    assert.equal((await submit(form, { party: [{ name: 'bob' }] })).status, 422)
  })
})
