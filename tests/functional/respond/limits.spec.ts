import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { publish, textBlock } from '#tests/functional/forms/factories'
import { installPlugin } from '#tests/functional/plugins/install'
import { countRows } from '#tests/functional/place'
import { changeSettings, HTML, open, press, publishedForm, submit } from '#tests/functional/respond/answering'
import { inWorkspace } from '#tests/functional/respond/rows'

test.group('Limits', () => {
  for (const round of Array.from({ length: 20 }, (_, index) => index + 1)) {
    test(`of 500 who send at once, exactly 100 are taken (${round})`, async ({ assert }) => {
      const form = await publishedForm(undefined, { access: { maxSubmissions: 100 } })
      const replies = await Promise.all(
        Array.from({ length: 500 }, (_, n) => submit(form, { name01: `Visitor ${n}` })),
      )
      const statuses = replies.map((reply) => reply.status)
      assert.equal(statuses.filter((status) => status === 201).length, 100)
      assert.equal(statuses.filter((status) => status === 409).length, 400)
      assert.isTrue(replies.every((reply) => reply.status === 201 || reply.body.code === 'E_FULL'))
      assert.equal(await countRows(form.creator.workspaceId, 'submissions'), 100)
      assert.equal((await form.visitor.get(`/forms/${form.slug}`, HTML)).status, 409)
    })
  }

  test('those who come at once share commits; one that comes twice has one place', async ({ assert }) => {
    const form = await publishedForm(undefined, { access: { maxSubmissions: 100 } })
    const keys = Array.from({ length: 100 }, () => randomUUID())
    const replies = await Promise.all(
      [...keys, ...keys].map((submission_key) =>
        submit(form, { name01: submission_key }, { submission_key }),
      ),
    )
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([201]))
    assert.lengthOf(new Set(replies.map((reply) => reply.body.data.id)), 100)
    const { rows, commits, taken, told } = await storedOf(form)
    assert.deepEqual({ rows, taken, told }, { rows: 100, taken: 100, told: 100 })
    assert.isBelow(commits, 50)
    assert.equal((await submit(form, { name01: 'One more' })).body.code, 'E_FULL')
    assert.deepInclude(await storedOf(form), { rows: 100, taken: 100, told: 100 })
  })

  test('those with files and those without share the places of a form', async ({ assert }) => {
    const photo = { id: 'photo1', kind: 'file', v: 1, key: 'photo', label: 'A photo', settings: {} }
    const form = await publishedForm([textBlock('name01', 'Name'), photo], {
      access: { maxSubmissions: 30 },
    })
    const upload = async () => {
      const key = randomUUID()
      const path = `/api/forms/${form.slug}/files?block=photo1&key=${key}&version=1&name=note.txt`
      const { body } = await form.visitor.post<{ data: unknown }>(path, Buffer.from('a note'))
      return [{ photo: [body.data] }, { submission_key: key }] as const
    }
    const uploaded = await Promise.all(Array.from({ length: 40 }, upload))
    const replies = await Promise.all(
      uploaded.flatMap((sent) => [submit(form, { name01: 'Ada' }), submit(form, ...sent)]),
    )
    assert.equal(replies.filter(({ status }) => status === 201).length, 30)
    assert.equal(replies.filter(({ body }) => body.code === 'E_FULL').length, 50)
    assert.deepInclude(await storedOf(form), { rows: 30, taken: 30, told: 30 })
  })

  test('what fields claim is taken together with the submission, or nothing is', async ({ assert }) => {
    const { storeSubmission } = await import('#app/respond/submission/store_submission')
    const form = await publishedForm()
    const { workspaceId } = form.creator
    const store = async (claims: Record<string, number>, limit?: number) => {
      const stored = await storeSubmission({
        ...{ workspaceId, formId: form.id, version: 1, submissionKey: randomUUID(), contentHash: '' },
        ...{ answers: {}, meta: {}, search: '', files: [], limit, newest: 1 },
        claims: Object.entries(claims).map(([key, most]) => ({ key, limit: most, count: 1 })),
      })
      return typeof stored === 'string' ? stored : 'stored'
    }
    const taken = async () => {
      const rows = await inWorkspace<{ key: string; taken: number; holders: number }>(
        workspaceId,
        `select key, taken, (select count(*)::int from claim_holders h where h.key = c.key) as holders
         from claims c where form_id = ? and key <> 'max' order by key`,
        [form.id],
      )
      return rows.map(({ key, taken: count, holders }) => [key, count, holders])
    }
    assert.equal(await store({ seat: 1, tea: 5 }), 'stored')
    assert.equal(await store({ cake: 9, seat: 1 }), 'full')
    assert.equal(await store({ none: 0 }), 'full')
    const rush = await Promise.all(Array.from({ length: 12 }, () => store({ tea: 5 })))
    assert.equal(rush.filter((outcome) => outcome === 'stored').length, 4)
    assert.equal(await store({ cake: 9 }, 5), 'full')
    assert.equal(await store({ cake: 9 }, 6), 'stored')
    assert.deepEqual(await taken(), [
      ['cake', 1, 1],
      ['seat', 1, 1],
      ['tea', 5, 5],
    ])
    assert.equal(await countRows(workspaceId, 'submissions'), 6)
  })

  test('what items of a section claim counts as often as they do, and is free again with their submission', async ({
    assert,
    cleanup,
  }) => {
    cleanup(await installPlugin('fields', new URL('seat', import.meta.url)))
    const form = await publishedForm([
      {
        ...{ id: 'bparty', kind: 'section', v: 1, key: 'party' },
        settings: { title: 'Guests', repeating: true, min: 0 },
      },
      {
        ...{ id: 'bseat1', kind: 'seat', v: 1, key: 'seat', label: 'Seat', parent: 'bparty' },
        settings: { limit: 3 },
      },
    ])
    const send = (...seats: string[]) => submit(form, { party: seats.map((seat) => ({ seat })) })
    const taken = async () => {
      const rows = await inWorkspace<{ key: string; taken: number }>(
        form.creator.workspaceId,
        'select key, taken from claims where form_id = ? order by key',
        [form.id],
      )
      return Object.fromEntries(rows.map(({ key, taken: count }) => [key, count]))
    }
    const first = await send('window', 'window', 'aisle')
    assert.equal(first.status, 201, first.text)
    assert.deepEqual(await taken(), { 'bseat1 aisle': 1, 'bseat1 window': 2 })
    assert.equal((await send('window', 'window')).body.code, 'E_FULL')
    assert.equal((await send('door', 'door', 'door', 'door')).body.code, 'E_FULL')
    assert.equal((await send('window')).status, 201)
    assert.deepEqual(await taken(), { 'bseat1 aisle': 1, 'bseat1 window': 3 })
    const { visitor } = form.creator
    const gone = await visitor.delete(`/api/forms/${form.slug}/submissions/${first.body.data.id}`)
    assert.equal(gone.status, 204)
    assert.deepEqual(await taken(), { 'bseat1 window': 1 })
    assert.equal((await send('window', 'window')).status, 201)
  })

  test('a limit that comes later counts what is there; deleting gives a place back', async ({ assert }) => {
    const form = await publishedForm()
    const { creator, slug, id } = form
    await submit(form, { name01: 'One' })
    await submit(form, { name01: 'Two' })
    await changeSettings(creator, id, { access: { maxSubmissions: 3 } })
    await publish(creator, id)
    const third = await submit(form, { name01: 'Three' })
    assert.equal(third.status, 201)
    assert.equal((await submit(form, { name01: 'Four' })).status, 409)
    const gone = await creator.visitor.delete(`/api/forms/${slug}/submissions/${third.body.data.id}`)
    assert.equal(gone.status, 204)
    assert.equal((await submit(form, { name01: 'Four' })).status, 201)
    assert.equal((await submit(form, { name01: 'Five' })).status, 409)
  })

  test('a limit that was lifted and comes back counts those of the time between', async ({ assert }) => {
    const form = await publishedForm(undefined, { access: { maxSubmissions: 5 } })
    const { creator, id } = form
    await submit(form, { name01: 'One' })
    await changeSettings(creator, id, { access: { maxSubmissions: undefined } })
    await publish(creator, id)
    await submit(form, { name01: 'Two' })
    await submit(form, { name01: 'Three' })
    await changeSettings(creator, id, { access: { maxSubmissions: 4 } })
    await publish(creator, id)
    assert.equal((await submit(form, { name01: 'Four' })).status, 201)
    assert.equal((await submit(form, { name01: 'Five' })).status, 409)
  })

  test('a repeat of what was taken is answered, though the form is full or closed by then', async ({
    assert,
  }) => {
    const form = await publishedForm(undefined, { access: { maxSubmissions: 1 } })
    const submission_key = randomUUID()
    const first = await submit(form, { name01: 'One' }, { submission_key })
    assert.equal((await submit(form, { name01: 'One' }, { submission_key })).body.data.id, first.body.data.id)
    assert.equal((await submit(form, { name01: 'Two' })).body.code, 'E_FULL')
    await form.creator.visitor.post(`/api/forms/${form.slug}/closure`, {})
    assert.equal((await submit(form, { name01: 'One' }, { submission_key })).body.data.id, first.body.data.id)
    assert.equal((await submit(form, { name01: 'Two' })).body.code, 'E_CLOSED')
  })

  test('a full form tells who sends without JavaScript, and stores nothing', async ({ assert }) => {
    const form = await publishedForm(undefined, { access: { maxSubmissions: 1 } })
    const page = await open(form.visitor, `/forms/${form.slug}`)
    await submit(form, { name01: 'One' })
    const late = await press(form.visitor, page, 'send', { 'f.name01': 'Two' })
    assert.equal(late.status, 409)
    assert.include(late.text, 'full')
  })
})

test.group('What a respondent may not decide', () => {
  test('answers to hidden, disabled and computed fields are not stored as sent', async ({ assert }) => {
    const rule = { when: { left: { field: 'name01' }, op: 'is', right: { value: 'show' } }, do: 'show' }
    const form = await publishedForm([
      textBlock('name01', 'Name'),
      textBlock('hidden', 'Hidden', { state: 'hidden', rules: [rule], required: true }),
      textBlock('fixed1', 'Fixed', { state: 'disabled', default: { value: 'ours' } }),
      { id: 'total1', kind: 'calculation', v: 1, key: 'total', label: 'Sum', settings: { formula: '1 + 1' } },
    ])
    const reply = await submit(form, { name01: 'Ada', hidden: 'forged', fixed1: 'forged', total: 99 })
    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.body.data.ignored, ['total'])
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const plain = await press(form.visitor, page, 'send', {
      'f.name01': 'Eve',
      'f.hidden': 'forged',
      'f.fixed1': 'forged',
      'f.total1': '99',
    })
    assert.equal(plain.status, 303, plain.text)
    assert.deepEqual(await answers(form.creator.workspaceId), [
      { name01: 'Ada', fixed1: 'ours', total1: 2 },
      { name01: 'Eve', fixed1: 'ours', total1: 2 },
    ])
  })

  test('markup in any text stays text', async ({ assert }) => {
    const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>{{7*7}}`
    const form = await publishedForm(
      [
        textBlock('name01', evil, { help: evil, placeholder: evil, required: true }),
        { id: 'para01', kind: 'paragraph', v: 1, settings: { text: evil } },
        {
          id: 'choice',
          kind: 'select',
          v: 1,
          key: 'choice',
          label: evil,
          settings: { options: [{ id: 'a', label: evil }] },
        },
        {
          id: 'ending',
          kind: 'ending',
          v: 1,
          settings: { title: evil, text: `${evil} {#name01}`, buttonLabel: evil },
        },
      ],
      {
        general: { title: evil, description: evil, language: 'en' },
        sending: { submitLabel: evil, progress: true },
      },
    )
    const page = await open(form.visitor, `/forms/${form.slug}`)
    const sent = await press(form.visitor, page, 'send', { 'f.name01': evil })
    assert.equal(sent.status, 303, sent.text)
    const end = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    const wrong = await press(form.visitor, page, 'send', { 'f.name01': '', 'f.choice': evil })
    for (const html of [page.html, end.text, wrong.text]) {
      assert.notInclude(html, '<img')
      assert.notMatch(
        html.replace(/<script type="application\/json"[^]*?<\/script>/, ''),
        /<script(?! type="module")/,
      )
    }
  })
})

interface Stored {
  rows: number
  /** transactions that stored them */
  commits: number
  /** places counted as taken */
  taken: number
  /** how many the rest of the house was ever told of */
  told: number
}

/** What there is of a form. */
async function storedOf({ id, creator }: { id: string; creator: { workspaceId: string } }): Promise<Stored> {
  const [stored] = await inWorkspace<Stored>(
    creator.workspaceId,
    `select count(*)::int as rows, count(distinct xmin::text)::int as commits,
            (select taken from claims where key = 'max') as taken,
            (select count(*) from outbox)::int + coalesce((select sum(submissions) from form_counts), 0)::int as told
     from submissions where form_id = ?`,
    [id],
  )
  return stored
}

async function answers(workspaceId: string): Promise<unknown[]> {
  const { within } = await import('#app/workspaces/within')
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { answers: unknown }[] }>(
      'select answers from submissions order by id',
    )
    return rows.map((row) => row.answers)
  })
}
