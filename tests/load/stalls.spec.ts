import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { generateNKeysBetween } from 'fractional-indexing'
import { FIRST_PAGE } from '#engine/document/document'
import { formIn } from '#tests/functional/respond/answering'
import type { Reply } from '#tests/functional/visitor'
import { House } from '#tests/load/house'
import { Tenant, type TenantForm } from '#tests/load/tenant'
import { fromSomewhere } from '#tests/load/wire'

/** So long, in milliseconds of its processor, nobody holds the event loop. */
const LONGEST = 100
/** What is too long is tried again: code that is new to the machine, and a busy machine, take longer than what is done. */
const TRIES = 3
/** Nearly as many blocks as a form may have, and versions in which all of them are the same. */
const [BLOCKS, VERSIONS] = [9_000, 20]

/** Drafts of 3.6 MB, each six times as large in memory, that are read one after the other; and what the server may hold then. */
const [READ, MOST_MEMORY] = [30, 700_000_000]

const POSITIONS = generateNKeysBetween(null, null, BLOCKS)
const id = (n: number) => `text${n + 10_000}`
const ops = (make: (n: number) => object) => POSITIONS.map((_, n) => make(n))

/** A change of one of the blocks; `said` makes it another one. */
function put(n: number, said: string): object {
  const content = { v: 1, key: `text${n}`, label: `Question ${n} ${said}`, settings: {} }
  return { op: 'put', block_id: id(n), kind: 'text', position: POSITIONS[n], content }
}

/** What a creator, and whoever answers, asks of a form. */
function requests(tenant: Tenant, form: { id: string; slug: string }): Record<string, () => Promise<Reply>> {
  const { visitor } = tenant
  const path = `/api/forms/${form.id}`
  const patch = async (changes: object[]) =>
    visitor.patch(`${path}/draft`, { base: await tenant.revision(form.id), ops: changes })
  const preview = (kind: string) => () => visitor.post(`${path}/integration-previews`, { kind, settings: {} })
  return {
    'all blocks changed': () => patch(ops((n) => put(n, randomUUID()))),
    'nothing changed, since others did': () =>
      visitor.patch(`${path}/draft`, { base: 1, ops: ops((n) => put(n, 'again')) }),
    'blocks without content': () =>
      patch(ops((n) => ({ op: 'put', block_id: `empty${n}a`, kind: 'text', position: 'a5', content: {} }))),
    draft: () => visitor.get(`${path}/draft`),
    document: () => visitor.get(`${path}/document`),
    questions: () => visitor.get(`${path}/questions`),
    check: () => visitor.get(`${path}/check`),
    'preview of a mail': preview('email'),
    'preview of a request': preview('webhook'),
    'preview of a message': preview('telegram'),
    submission: () => {
      const answers = Object.fromEntries(POSITIONS.map((_, n) => [`text${n}`, 'An answer']))
      return visitor.post(`/api/forms/${form.slug}/submissions`, { submission_key: randomUUID(), answers })
    },
    table: () => visitor.get(`${path}/submissions`),
    summary: () => visitor.get(`${path}/summary`),
    'file of the table': () => visitor.get(`${path}/submissions.csv`),
  }
}

/** Versions that are there already: publishing so often is not what is tried. */
async function publishedOften(form: string): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await owner.connect()
  await owner.query(
    `insert into form_versions (workspace_id, form_id, number, document, sha256)
     select workspace_id, form_id, n, document, sha256
     from form_versions, generate_series(3, $2::int) n where form_id = $1 and number = 2`,
    [form, VERSIONS],
  )
  await owner.end()
}

/** What is written in a section of as many items as there may be, of as many questions as those may have. */
const ITEMS = Array.from({ length: 1_000 }, (_, n) => `item${n + 1}`)
const QUESTIONS = Array.from({ length: 20 }, (_, n) => `number${n + 10}`)
const WRITTEN: Record<string, unknown> = {
  people: ITEMS,
  ...Object.fromEntries(
    ITEMS.flatMap((item) => QUESTIONS.map((question) => [`people.${item}.${question}`, '7'])),
  ),
}

/** A section of very many items, and a sum that decides what is shown, which stays on the server. */
function publishSection(tenant: Tenant): Promise<TenantForm> {
  const block = (key: string, kind: string, more: object = {}) => {
    return { id: key, kind, v: 1, key, label: key, settings: {}, ...more }
  }
  return tenant.publish([
    block('people', 'section', { settings: { title: 'Person', repeating: true, min: 0, max: ITEMS.length } }),
    ...QUESTIONS.map((key) => block(key, 'number', { parent: 'people' })),
    block('total1', 'calculation', {
      settings: { formula: `sum({#people.${QUESTIONS[0]}})`, type: 'number', private: true },
    }),
    block('thanks', 'text', {
      rules: [{ when: { left: { field: 'total1' }, op: 'gt', right: { value: 5 } }, do: 'show' }],
    }),
  ])
}

/** Questions whose answers take long to be read, judged or made the submission's own, with what is sent in each item. */
const DEAR: Record<string, { kind: string; settings?: object; answer: unknown; refused?: true }> = {
  typed: { kind: 'number', answer: '1,234.5' },
  decimal: { kind: 'number', answer: '12,5', refused: true },
  signs: { kind: 'text', settings: { maxLength: 10 }, answer: 'e\u0301'.repeat(10) },
  phone: { kind: 'phone', answer: '+491701234567' },
  rich: { kind: 'rich-text', answer: 'some text' },
  emptied: { kind: 'number', answer: null },
}
/** Each of the posts has 20,000 answers; of so many one knows that they were answered, the others may still be worked. */
const POSTED = { at_once: 80, answered: 50 }
/** In so long what is to be told of a submission was made. */
const DELIVERED_MS = 4_000

/** A section of such questions, as many items of it as there may be, and a sum of those that are numbers. */
function publishDear(tenant: Tenant, name: string): Promise<TenantForm> {
  const { kind, settings = {} } = DEAR[name]
  const block = (id: string, of: string, more: object) => {
    return { id, kind: of, v: 1, key: id, label: id, settings: {}, ...more }
  }
  const formula = `sum({#people.${QUESTIONS[0]}})`
  return tenant.publish([
    block('people', 'section', { settings: { title: 'Person', repeating: true, min: 0, max: ITEMS.length } }),
    ...QUESTIONS.map((id) => block(id, kind, { settings, parent: 'people' })),
    ...(kind === 'number' ? [block('total1', 'calculation', { settings: { formula, type: 'number' } })] : []),
  ])
}

/** Fills in all of them. */
function fillDear({ visitor }: Tenant, { slug }: TenantForm, name: string, key: string): Promise<Reply> {
  const item = Object.fromEntries(QUESTIONS.map((id) => [id, DEAR[name].answer]))
  const answers = { people: ITEMS.map(() => item) }
  return visitor.post(`/api/forms/${slug}/submissions`, { submission_key: key, answers }, fromSomewhere())
}

/** What whoever fills it in asks: the live page, and the page without a script. */
async function requestsOf(
  { visitor }: Tenant,
  { id, slug }: TenantForm,
): Promise<Record<string, [number, () => Promise<Reply>]>> {
  const page = `/forms/${slug}`
  const { hidden } = formIn((await visitor.get(page, { accept: 'text/html' })).text)
  const post = async () => {
    const posted = new URLSearchParams({ ...hidden, _key: randomUUID(), _go: 'next' })
    for (const [path, raw] of Object.entries(WRITTEN))
      for (const entry of [raw].flat()) posted.append(`f.${path}`, String(entry))
    return visitor.post(page, posted, { accept: 'text/html' })
  }
  return {
    evaluation: [
      200,
      () => visitor.post(`/api/forms/${slug}/evaluation`, { page: FIRST_PAGE, raws: WRITTEN }),
    ],
    submission: [
      201,
      () =>
        visitor.post(`/api/forms/${slug}/submissions`, {
          submission_key: randomUUID(),
          raws: WRITTEN,
          answers: {},
        }),
    ],
    'posted page': [303, post],
    'posted page of a closed form': [
      410,
      async () => {
        await visitor.post(`/api/forms/${id}/closure`, {})
        return post()
      },
    ],
  }
}

/** The least work, in milliseconds, in which each request holds the event loop; of more than is allowed, of some tries. */
async function heldBy(
  house: House,
  asked: Record<string, () => Promise<Reply>>,
  judge: (reply: Reply, name: string) => void,
): Promise<Record<string, number>> {
  const held: Record<string, number> = {}
  for (const [name, ask] of Object.entries(asked)) {
    const tries: number[] = []
    while (tries.length < TRIES && !(Math.min(...tries) < LONGEST)) {
      await house.watched()
      judge(await ask(), name)
      const { work } = await house.watched()
      tries.push(Math.round(work))
    }
    held[name] = Math.min(...tries)
  }
  return held
}

/** None of these held the event loop for long; prints how long each did. */
function assertShort(assert: Assert, held: Readonly<Record<string, number>>): void {
  const long = Object.entries(held).filter(([, ms]) => ms >= LONGEST)
  assert.deepEqual(Object.fromEntries(long), {}, JSON.stringify(held))
  console.log(`  event loop held, ms of the processor: ${JSON.stringify(held)}`)
}

test.group('A server that was just started', () => {
  test('draws its first page without holding anybody up', async ({ assert, cleanup }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const sum = (n: number) => {
      const formula = `{#${n === 0 ? 'number0' : `sum${n + 99}a`}} + 0.1`
      return {
        id: `sum${n + 100}a`,
        kind: 'calculation',
        v: 1,
        key: `sum${n + 100}`,
        settings: { formula, type: 'number' },
      }
    }
    const first = { id: 'number0', kind: 'number', v: 1, key: 'number0', label: 'A', settings: {} }
    const { slug } = await tenant.publish([first, ...Array.from({ length: 200 }, (_, n) => sum(n))])
    await house.watched()
    const { status } = await tenant.visitor.get(`/forms/${slug}`, { accept: 'text/html' })
    assert.equal(status, 200)
    const { work } = await house.watched()
    assert.isBelow(work, LONGEST)
  }).timeout(60_000)
})

test.group('A form as large as can be', () => {
  test('holds the event loop for no longer than 0.1 s, whatever is asked of it', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const form = await tenant.publish([
      { id: id(0), kind: 'text', v: 1, key: 'text0', settings: {}, label: 'A' },
    ])
    const asked = requests(tenant, form)
    await asked['all blocks changed']()
    const revision = await tenant.revision(form.id)
    await tenant.ask('POST', `/api/forms/${form.id}/publication`, { revision })
    await publishedOften(form.id)
    const held = await heldBy(house, asked, ({ status }, name) =>
      assert.include(name === 'blocks without content' ? [422] : [200, 201], status, name),
    )
    assertShort(assert, held)
  }).timeout(120_000)

  test('has a section with as many items as there may be: nobody waits for it either', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const requests = await requestsOf(tenant, await publishSection(tenant))
    const asked = Object.fromEntries(Object.entries(requests).map(([name, [, ask]]) => [name, ask]))
    const held = await heldBy(house, asked, ({ status, text }, name) =>
      assert.equal(status, requests[name]?.[0], `${name}: ${text.slice(0, 500)}`),
    )
    assertShort(assert, held)
  }).timeout(240_000)

  test('has a section of questions that take long to be read and judged, and none of them is one turn', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const asked: Record<string, () => Promise<Reply>> = {}
    for (const name of Object.keys(DEAR)) {
      const form = await publishDear(tenant, name)
      const key = randomUUID()
      asked[name] = () => fillDear(tenant, form, name, randomUUID())
      if (name === 'typed') asked[`${name} again`] = () => fillDear(tenant, form, name, key)
    }
    const told = await publishDear(tenant, 'rich')
    const receiver = { kind: 'webhook', name: 'Nobody', settings: { url: 'http://127.0.0.1:9/' } }
    await tenant.ask('POST', `/api/forms/${told.id}/integrations`, receiver)
    asked['rich, and told to a receiver'] = async () => {
      const reply = await fillDear(tenant, told, 'rich', randomUUID())
      await sleep(DELIVERED_MS)
      return reply
    }
    await asked['typed again']()
    const held = await heldBy(house, asked, ({ status, text }, name) =>
      assert.equal(status, DEAR[name]?.refused ? 422 : 201, `${name}: ${text.slice(0, 500)}`),
    )
    assertShort(assert, held)
  }).timeout(240_000)

  test('is posted eighty times at once, filled in: a few are worked, and the server is still there', async ({
    assert,
    cleanup,
  }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const { slug } = await publishDear(tenant, 'decimal')
    const { hidden } = formIn((await tenant.visitor.get(`/forms/${slug}`, { accept: 'text/html' })).text)
    const posted = new URLSearchParams({ ...hidden, _go: 'next' })
    for (const item of ITEMS) {
      posted.append('f.people', item)
      for (const question of QUESTIONS) posted.append(`f.people.${item}.${question}`, '12,5')
    }
    const body = posted.toString()
    const answered: number[] = []
    await new Promise<void>((resolve, reject) => {
      for (let sent = 0; sent < POSTED.at_once; sent++) {
        const headers = { ...fromSomewhere(), 'content-type': 'application/x-www-form-urlencoded' }
        fetch(`${house.url}/forms/${slug}`, { method: 'POST', body, headers }).then(({ status }) => {
          answered.push(status)
          if (answered.length === POSTED.answered) resolve()
        }, reject)
      }
    })
    assert.isTrue(house.isThere)
    assert.include(answered, 503)
    assert.isEmpty(answered.filter((status) => status !== 503 && status !== 422))
    assert.isBelow((await house.watched()).rss, MOST_MEMORY)
  }).timeout(120_000)

  test('is one of many that are read: memory has a bound', async ({ assert, cleanup }) => {
    const house = await House.open()
    cleanup(() => house.close())
    const tenant = await Tenant.register(house.url)
    const options = POSITIONS.map((_, n) => ({ id: `option${n}`, label: `Option number ${n}` }))
    const select = (key: string) => ({
      id: key,
      kind: 'select',
      v: 1,
      key,
      label: key,
      settings: { options },
    })
    const { id: form } = await tenant.draw(Array.from({ length: 8 }, (_, n) => select(`select${n}`)))
    for (let read = 0; read < READ; read++) {
      const { data } = await tenant.ask<{ data: { id: string } }>('POST', `/api/forms/${form}/copies`, {})
      await tenant.revision(data.id)
    }
    assert.isTrue(house.isThere)
    assert.isBelow((await house.watched()).rss, MOST_MEMORY)
  }).timeout(180_000)
})
