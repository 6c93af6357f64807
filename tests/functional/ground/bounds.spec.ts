import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { formState } from '#app/forms/states'
import { versionOf } from '#app/forms/versions'
import { isBusy, takePlaces } from '#app/http/load_shedding'
import { refuseWithoutRoom } from '#app/respond/visit/visit_room'
import { asUser, CONNECTIONS_BESIDE, within } from '#app/workspaces/within'
import { newForm, publish } from '#tests/functional/forms/factories'
import { placeForm } from '#tests/functional/place'
import { newCreator, Visitor } from '#tests/functional/visitor'

/** How many statements a piece of work sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { rawQuery } = db
  let sent = 0
  Object.assign(db, {
    rawQuery: (...query: Parameters<typeof rawQuery>) => {
      sent += 1
      return rawQuery.apply(db, query)
    },
  })
  await work()
  Object.assign(db, { rawQuery })
  return sent
}

interface Refused {
  message: string
  errors: Record<string, string[]>
}

test.group('What anybody may ask for', () => {
  test('JSON that is nested without end is refused', async ({ assert }) => {
    const { creator, form } = await newForm()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const json = { 'content-type': 'application/json' }
    const { visitor, workspaceId } = creator
    const bodies: [method: string, path: string, body: string][] = [
      ['PATCH', `/api/forms/${form.id}/draft`, `{"base":1,"ops":${deep}}`],
      ['POST', `/api/workspaces/${workspaceId}/forms`, `{"title":"A","blocks":${deep}}`],
      ['POST', `/api/forms/${form.id}/integrations`, `{"kind":"webhook","settings":{"a":${deep}}}`],
      ['POST', '/api/login', `{"email":${deep},"password":"a"}`],
      ['POST', '/api/login', deep],
      ['POST', `/api/forms/${form.slug}/submissions`, `{"answers":{"a":${deep}}}`],
    ]
    for (const [method, path, body] of bodies) {
      const answer = await visitor.request<{ code: string }>(method, path, body, json)
      assert.deepEqual([answer.status, answer.body.code], [422, 'E_TOO_DEEP'], `${method} ${path}`)
    }
  })

  test('JSON of very many entries is refused at once, and of what is wrong a hundred are told', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const { visitor, workspaceId } = creator
    const forms = `/api/workspaces/${workspaceId}/forms`
    const many = await visitor.post<{ code: string }>(forms, { blocks: Array(200_000).fill(0) })
    assert.deepEqual([many.status, many.body.code], [422, 'E_TOO_LARGE'])
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 0]))
    const wrong = [
      await visitor.post<Refused>(forms, { blocks: Array(10_000).fill({}) }),
      await visitor.put<Refused>('/api/workspaces/current', keys),
    ]
    for (const { status, body } of wrong) {
      assert.equal(status, 422)
      assert.lengthOf(Object.keys(body.errors), 100)
    }
    assert.include(wrong[1].body.message, 'k99, …')
    // names that every object has are names like others
    for (const sent of ['{"constructor":1}', '{"__proto__":{"a":1}}']) {
      const body: object = JSON.parse(sent)
      for (const { status, text } of [
        await visitor.post(forms, body),
        await visitor.patch(`/api/forms/${form.id}/draft`, body),
      ]) {
        assert.equal(status, 422, text)
        assert.include(text, 'is not known here')
      }
    }
  })

  test('what a visitor sends beside the answers may have any names, of which a hundred are told', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const evaluate = (params: object) =>
      new Visitor().post<Refused>(`/api/forms/${form.slug}/evaluation`, { page: 'start', raws: {}, params })
    for (const sent of ['{"constructor":{}}', '{"__proto__":{"a":1},"toString":1}'])
      assert.equal((await evaluate(JSON.parse(sent))).status, 422, sent)
    const many = await evaluate(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 0])))
    assert.equal(many.status, 422)
    assert.lengthOf(Object.keys(many.body.errors), 100)
  })

  test('a version whose number no version can have is one that is not there', async ({ assert }) => {
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    const send = async (version: number) => {
      const sent = { submission_key: randomUUID(), version, answers: {} }
      return (await new Visitor().post<{ code: string }>(`/api/forms/${form.id}/submissions`, sent)).body.code
    }
    const unknown = await send(999)
    assert.isString(unknown)
    for (const version of [2 ** 31, 1e21, 1e308]) assert.equal(await send(version), unknown)
  })

  test('a workspace that asks for much leaves connections to the database to the others', async ({
    assert,
  }) => {
    const [greedy, other] = [await newCreator(), await newCreator()]
    const done: string[] = []
    // more than there are connections, and no more than are through before a line gives up
    const slow = Array.from({ length: 16 }, () =>
      within(greedy.workspaceId, async ({ trx }) => {
        await trx.rawQuery('select pg_sleep(0.5)')
        done.push('greedy')
      }),
    )
    await Promise.all([
      within(other.workspaceId, async ({ trx }) => {
        await trx.rawQuery('select 1')
        done.push('other')
      }),
      asUser(other.userId, async (trx) => {
        await trx.rawQuery('select 1')
        done.push('other')
      }),
    ])
    await Promise.all(slow)
    assert.deepEqual(done.slice(0, 2), ['other', 'other'])
    assert.lengthOf(done, 18)
  })

  test('a workspace that is alone has more of them than one beside others', async ({ assert }) => {
    const [greedy, other] = [await newCreator(), await newCreator()]
    const mostAtOnce = async () => {
      let [now, most] = [0, 0]
      const work = async () => {
        most = Math.max(most, ++now)
        await sleep(50)
        now--
      }
      await Promise.all(Array.from({ length: 8 }, () => within(greedy.workspaceId, work)))
      return most
    }
    // nobody else has asked for a while
    await sleep(1_100)
    assert.equal(await mostAtOnce(), 4)
    await within(other.workspaceId, ({ trx }) => trx.rawQuery('select 1'))
    assert.equal(await mostAtOnce(), CONNECTIONS_BESIDE)
  })

  test('who has a connection waits for nobody in line for one', async ({ assert }) => {
    const { creator, form } = await newForm()
    const { workspaceId } = creator
    await publish(creator, form.id)
    // one that is not in memory
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into form_versions (workspace_id, form_id, number, document, sha256)
         select workspace_id, form_id, 2, document, sha256 from form_versions where form_id = ?`,
        [form.id],
      ),
    )
    const gate = Promise.withResolvers<void>()
    const version = () => versionOf(workspaceId, form.id, 2)
    const insiders = Array.from({ length: 4 }, () => within(workspaceId, () => gate.promise.then(version)))
    const outsider = version()
    gate.resolve()
    const found = await Promise.all([...insiders, outsider])
    assert.deepEqual(
      found.map((one) => one?.version),
      Array(5).fill(2),
    )
  }).timeout(5_000)

  test('nothing is remembered of forms that do not exist, and long names are not looked up', async ({
    assert,
  }) => {
    const { form } = await newForm()
    const known = formState(form.slug)
    await known
    assert.strictEqual(formState(form.slug), known)
    const name = `none-${randomUUID()}`
    const missing = formState(name)
    assert.strictEqual(formState(name), missing)
    assert.isUndefined(await missing)
    assert.notStrictEqual(formState(name), missing)

    const long = 'a'.repeat(81)
    assert.equal(await statementsOf(() => formState(long)), 0)
    assert.equal(await statementsOf(() => new Visitor().get(`/forms/${long}`)), 0)
    assert.equal((await new Visitor().get(`/forms/${long}`)).status, 404)
    assert.equal((await new Visitor().get(`/api/forms/${long}/public`)).status, 404)
  })

  test('so many wait for a connection to the database, and a person has two', async ({ assert, cleanup }) => {
    const { workspaceId, userId } = await newCreator()
    const gate = Promise.withResolvers<void>()
    cleanup(() => gate.resolve())
    let [held, refused] = [0, 0]
    const hold = async () => {
      held += 1
      await gate.promise
    }
    const busy = (error: unknown) => {
      assert.include(String(error), 'too busy')
      refused += 1
    }
    const persons = Array.from({ length: 3 }, () => asUser(userId, hold))
    const many = Array.from({ length: 510 }, () => within(workspaceId, hold).catch(busy))
    while (held < CONNECTIONS_BESIDE + 2) await sleep(10)
    await sleep(50)
    // a workspace that is alone has four, one beside others fewer
    const others = 510 - 500 - refused
    assert.oneOf(others, [2, 3, 4])
    assert.equal(held, others + 2)
    gate.resolve()
    await Promise.all([...many, ...persons])
  }).timeout(20_000)

  test('a network may ask so often: of an integration, for accounts, and for forms to watch', async ({
    assert,
  }) => {
    const visitor = new Visitor()
    await visitor.get('/api/user')
    const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
      const replies = await Promise.all(Array.from({ length: count }, ask))
      return Object.groupBy(replies, ({ status }) => status)
    }
    const called = await statuses(202, () => visitor.post(`/api/integrations/none/a`))
    assert.deepEqual([called[404]?.length, called[429]?.length], [200, 2])
    const person = { name: 'Ada', password: 'password' }
    const registered = await statuses(102, () =>
      visitor.post('/api/register', { ...person, email: `${randomUUID()}@example.com` }),
    )
    assert.deepEqual([registered[422]?.length, registered[429]?.length], [100, 2])
    const { creator } = await newForm()
    const forms = Array.from({ length: 101 }, () => randomUUID()).join()
    const watched = await creator.visitor.get<{ code: string }>(`/api/events?forms=${forms}`)
    assert.deepEqual([watched.status, watched.body.code], [422, 'E_FORMS'])
  })

  test('what pages weigh is worked out for two at a time', async ({ assert }) => {
    const { creator, form } = await newForm()
    const ask = () => creator.visitor.get(`/api/forms/${form.id}/weight`)
    const [one, two] = [1, 2].map(() => takePlaces([{ of: 'weights', most: 2 }]))
    assert.equal((await ask()).status, 503)
    one?.()
    const { status, text } = await ask()
    assert.deepEqual([status, text.includes('"bytes"')], [200, true])
    two?.()
  })

  test('what waits in visits without JavaScript has a bound by address, form and workspace', async ({
    assert,
  }) => {
    const workspaceId = randomUUID()
    const trx = await db.connection('owner').transaction()
    // so much as nobody writes for a test
    await trx.rawQuery(
      `create temp table response_sessions (workspace_id uuid, form_id text, visited_from text, bytes integer)
       on commit drop`,
    )
    const hold = (formId: string, from: string, bytes: number) =>
      trx
        .table('response_sessions')
        .insert({ workspace_id: workspaceId, form_id: formId, visited_from: from, bytes })
    const visit = { formId: 'a', from: 'here', bytes: 20_000, begun: false }
    const refused = async (more: Partial<typeof visit> = {}) => {
      const asked = refuseWithoutRoom({ trx, workspaceId }, { ...visit, ...more })
      return asked.then(() => false, isBusy)
    }
    await hold('b', 'here', 20_000_000 - 20_000)
    assert.deepEqual([await refused(), await refused({ bytes: 20_001 })], [false, true])
    assert.isFalse(await refused({ from: 'there', bytes: 20_001 }))
    // who is under way goes on with little
    assert.deepEqual(
      [await refused({ begun: true, bytes: 20_001 }), await refused({ begun: true, bytes: 16_000 })],
      [true, false],
    )
    await hold('a', 'there', 500_000_000 - 20_000)
    assert.deepEqual([await refused(), await refused({ from: 'x', bytes: 20_001 })], [false, true])
    await hold('c', 'there', 480_000_000)
    const inThird = { formId: 'd', from: 'x' }
    assert.deepEqual(
      [await refused({ ...inThird, bytes: 40_000 }), await refused({ ...inThird, bytes: 40_001 })],
      [false, true],
    )
    await trx.rollback()
  })

  test('a form has up to 100 integrations, and a person owns up to 100 workspaces', async ({ assert }) => {
    const { creator, form } = await newForm()
    const { visitor, workspaceId, userId } = creator
    const hook = { kind: 'webhook', settings: { url: 'https://example.com/hook' } }
    const path = `/api/forms/${form.id}/integrations`
    assert.equal((await visitor.post(path, hook)).status, 201)
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into integrations (workspace_id, form_id, kind, v, name, settings, events, enabled)
         select workspace_id, form_id, kind, v, name, settings, events, false from integrations, generate_series(2, 99)`,
      ),
    )
    // a list of them holds the settings of each
    const routes = [{ option: 'a'.repeat(200_000), to: [] }]
    const mail = { kind: 'email', settings: { to: ['ada@example.com'], routes } }
    const refused = await visitor.post<{ code: string; message: string }>(path, mail)
    assert.deepEqual([refused.status, refused.body.code], [422, 'E_SETTINGS'], refused.text.slice(0, 200))
    assert.include(refused.body.message, 'larger than 200 kB')
    const answers = await Promise.all([hook, hook].map((body) => visitor.post<{ code: string }>(path, body)))
    assert.sameMembers(
      answers.map(({ status }) => status),
      [201, 422],
    )
    assert.equal(answers.find(({ status }) => status === 422)?.body.code, 'E_TOO_MANY')

    const [others, last] = [await placeForm(workspaceId), await placeForm(workspaceId)]
    const large = { all: Array(1_200).fill({ formula: '1 = 1' }) }
    const condition = await visitor.post<Refused>(`/api/forms/${last.formId}/integrations`, {
      ...hook,
      condition: large,
    })
    assert.deepEqual(condition.body.errors, { condition: ['This condition cannot be read.'] })
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into integrations (workspace_id, form_id, kind, v, name, settings, events, enabled)
         select workspace_id, ?, kind, v, name, settings, events, false
         from (select * from integrations limit 1) one, generate_series(1, 900)`,
        [others.formId],
      ),
    )
    const more = await visitor.post<{ message: string }>(`/api/forms/${last.formId}/integrations`, hook)
    assert.equal(more.status, 422)
    assert.include(more.body.message, 'A workspace has up to 1000')

    await db.connection('owner').rawQuery(
      `with made as (insert into workspaces (id, name) select gen_random_uuid(), 'W' from generate_series(2, 99) returning id)
       insert into memberships (workspace_id, user_id, role) select id, ?, 'owner' from made`,
      [userId],
    )
    const made = await Promise.all(
      ['A', 'B'].map((name) => visitor.post<{ code: string }>('/api/workspaces', { name })),
    )
    assert.sameMembers(
      made.map(({ status }) => status),
      [201, 422],
    )
  })

  test('a workspace has up to 10,000 forms, with those in the bin and those that are being deleted', async ({
    assert,
  }) => {
    const { creator, form } = await newForm()
    const { visitor, workspaceId } = creator
    await within(workspaceId, ({ trx }) =>
      trx.rawQuery(
        `insert into forms (workspace_id, slug, title, deleted_at)
         select ?, 'f-' || n, 'Form ' || n, case n % 3 when 0 then now() when 1 then to_timestamp(0) end
         from generate_series(2, 9999) n`,
        [workspaceId],
      ),
    )
    const make = () =>
      visitor.post<{ code: string; message: string }>(`/api/workspaces/${workspaceId}/forms`, {})
    const copy = () => visitor.post<{ code: string; message: string }>(`/api/forms/${form.id}/copies`, {})
    const answers = await Promise.all([make(), copy()])
    assert.sameMembers(
      answers.map(({ status }) => status),
      [201, 422],
    )
    for (const { status, body } of [await make(), await copy()]) {
      assert.deepEqual([status, body.code], [422, 'E_TOO_MANY'])
      assert.include(body.message, 'up to 10,000 forms, those in its bin included')
    }
  })

  test('the table of what grows names every table there is', async ({ assert }) => {
    const { rows } = await db.connection('owner').rawQuery<{ rows: { name: string }[] }>(
      `select relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and relname not like 'adonis\\_%'`,
    )
    const operating = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const [, told = ''] = operating.split(/^## What grows$|^## Health and logs$/m)
    const named = [...told.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    assert.isAbove(rows.length, 40)
    assert.deepEqual(
      rows.filter(({ name }) => !named.includes(name)),
      [],
    )
  })

  test('counts of attempts that ran out are found without looking at all others', async ({ assert }) => {
    const plan = await db.transaction(async (trx) => {
      await trx.rawQuery('set local enable_seqscan = off')
      const { rows } = await trx.rawQuery<{ rows: Record<string, string>[] }>(
        'explain delete from rate_limits where expire < 1',
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    assert.notInclude(plan, 'Seq Scan')
  })
})
